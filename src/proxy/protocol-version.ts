/** The header in which a client says the version of the protocol. */
export const versionHeader = 'mcp-protocol-version'

const published: readonly string[] = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']

/** Why a version that a client says cannot be served, or undefined: it is neither published nor agreed on. */
export function versionRefusal(
  said: string | string[] | undefined,
  agreed: string | undefined,
): string | undefined {
  if (said === undefined || said === agreed || published.includes(String(said))) return undefined
  return `The protocol version ${JSON.stringify(said)} is not known here. Known: ${published.join(', ')}.`
}
