import type { WritableDialect } from '../src/core/dialect'

/** A dialect that has no place for anything but a code and a message. */
export const bagless: WritableDialect = {
  id: 'bagless',
  title: 'Bagless',
  codes: [['E', 'internal']],
  hasRetryFlag: false,
  bag: 'none',
  detect: () => 0,
  read: () => ({ message: 'm', nativeCode: 'E' }),
  write: ({ message, details }, code) => ({ code, message, ...(details && { details }) }),
}
