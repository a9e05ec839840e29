/** A server's name as it is shown to people: quoted where it could not be told from the text around it. */
export function quotedName(name: string): string {
  return /^[\p{L}\p{N}\p{M}\p{P}\p{S}]+$/u.test(name) ? name : JSON.stringify(name)
}
