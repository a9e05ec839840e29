import { generateKeyPairSync, sign } from 'node:crypto'

/** A value in the encoding of certificates: its tag, its length, its bytes. */
function der(tag: number, ...parts: (Buffer | string | readonly number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  const { length } = content
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const objectId = (...bytes: number[]) => der(0x06, bytes)
const integer = (value: number) => der(0x02, [value])
const time = (date: Date) => der(0x18, date.toISOString().replace(/[-:T]|\.\d+/g, ''))
const commonName = (name: string) => sequence(der(0x31, sequence(objectId(0x55, 4, 3), der(0x0c, name))))
const ecdsaWithSha256 = sequence(objectId(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2))

/** A key and a certificate that it has signed itself, for one host. */
export function selfSigned(host: string, notBefore: Date, notAfter: Date): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const altName = sequence(objectId(0x55, 0x1d, 0x11), der(0x04, sequence(der(0x82, host))))
  const content = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    commonName(host),
    sequence(time(notBefore), time(notAfter)),
    commonName(host),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(altName)),
  )
  const signature = der(0x03, [0], sign('sha256', content, privateKey))
  const base64 = sequence(content, ecdsaWithSha256, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}
