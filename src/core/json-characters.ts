// The numbers of characters stand in it as they are: a bundler makes variables of names, with which a loop takes twice as long.

/** Whether a character may stand between the parts of JSON. */
export function isSpace(char: number): boolean {
  return char === 0x20 || char === 0x0a || char === 0x0d || char === 0x09
}

/** Whether a character is a decimal digit. */
export function isDigit(char: number): boolean {
  return char >= 0x30 && char <= 0x39
}

/** Whether what stands behind a backslash is how that character is escaped by every writer: `"`, `\`, b, f, n, r or t. */
export function isUsualEscape(char: number): boolean {
  return (
    char === 0x22 ||
    char === 0x5c ||
    char === 0x6e ||
    char === 0x74 ||
    char === 0x72 ||
    char === 0x62 ||
    char === 0x66
  )
}
