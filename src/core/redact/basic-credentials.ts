/** Whether a code is of a user and a password: `dXNlcjpwYXNz`, and not `authentication`. */
export function isUserAndPassword(code: string): boolean {
  if (!/^[A-Za-z0-9+/_-]{6,2000}={0,2}$/.test(code)) return false
  try {
    const plain = atob(
      code
        .replace(/-/g, '+')
        .replace(/_/g, '/')
        .replace(/={1,2}$/, ''),
    )
    return /^[ -9;-~]{0,200}:[ -~]+$/.test(plain)
  } catch {
    return false
  }
}
