import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'

/**
 * Starts a headless browser: the one that ERRLINGUA_BROWSER names, or the Chromium in node_modules, which runs on Linux
 * for x64. Close it with what it comes with.
 */
export async function startBrowser(): Promise<{ browser: Browser; stop: () => Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'errlingua-browser-'))
  const own = process.env.ERRLINGUA_BROWSER
  const { executablePath, env } = own ? { executablePath: own, env: {} } : await bundled(home)
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-dev-shm-usage'],
    env: { ...process.env, ...env },
  })
  const stop = async () => {
    await browser.close()
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
  return { browser, stop }
}

/** The Chromium in node_modules with the libraries and the fonts that came with it, and no others. */
async function bundled(home: string) {
  const folder = await unpacked()
  const fonts = join(home, 'fonts.conf')
  const places = `<dir>${join(folder, 'fonts')}</dir><cachedir>${join(home, 'fonts')}</cachedir>`
  await writeFile(fonts, `<?xml version="1.0"?><fontconfig>${places}</fontconfig>`)
  const env = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_FILE: fonts, HOME: home }
  return { executablePath: join(folder, 'chromium'), env }
}

/** Where the package is unpacked, once for all tests and runs. */
async function unpacked(): Promise<string> {
  const require = createRequire(import.meta.url)
  const root = join(dirname(require.resolve('@sparticuz/chromium')), '..', '..')
  const { version } = require(join(root, 'package.json'))
  const cache = join(root, '..', '..', '.cache')
  const folder = join(cache, `chromium-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  const draft = await mkdtemp(join(cache, 'chromium-'))
  // A dependency of the package, not of ours.
  const tar = createRequire(join(root, 'package.json'))('tar-fs')
  const unpack = (name: string, into: NodeJS.WritableStream) =>
    pipeline(createReadStream(join(root, 'bin', `${name}.br`)), createBrotliDecompress(), into)
  await Promise.all([
    unpack('chromium', createWriteStream(join(draft, 'chromium'))),
    unpack('al2023.tar', tar.extract(join(draft, 'al2023'))),
    unpack('fonts.tar', tar.extract(join(draft, 'fonts'))),
  ])
  await chmod(join(draft, 'chromium'), 0o755)
  try {
    await rename(draft, folder)
  } catch (error) {
    // Another worker was faster.
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}
