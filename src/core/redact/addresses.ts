import type { Hidden } from './hide-behind'

// Those who are written before a colon and a mail address.
const notUsers =
  /^(?:e?mail|mailto|to|from|cc|bcc|sips?|xmpp|acct|user|username|login|contact|by|author|owner|git|ssh)(?!\w)/i

/** Secrets in addresses. */
export const addresses: readonly Hidden[] = [
  // A password ends with the last @ before the host: also behind a slash, but for sites, whose paths may hold one.
  {
    lead: /(?<!https?|wss?|ftp|git|ssh):\/\/[^\s:@/"'<>]*:/gi,
    value: /[^\s"'<>]{1,256}(?=@[\w.-]{1,100}(?:[:/?,\s"'<>]|$))/y,
    isSecret: (next) => !/^\d{1,5}(?:[/?#,]|$)/.test(next),
  },
  { lead: /[a-z0-9+.-]:\/\/[^\s:@/"'<>]*:/gi, value: /[^\s/"'<>]{1,256}(?=@)/y },
  // One with a slash in it; a port has none.
  {
    lead: /[a-z0-9+.-]:\/\/[^\s:@/"'<>]*:/gi,
    value: /[^\s"'<>]{1,256}(?=@[\w.-]{1,100}(?:[:/?\s]|$))/y,
    isSecret: (next) => !/^\d{1,5}(?:[/?#]|$)/.test(next),
  },
  // A token in place of the user.
  {
    lead: /[a-z0-9+.-]:\/\//gi,
    value: /[\w%.~-]{16,256}(?=@)/y,
    isSecret: (next) => /\d/.test(/^[\w%.~-]*/.exec(next)?.[0] ?? ''),
  },
  // Addresses of drivers: Oracle, and MySQL in Go.
  { lead: /\bjdbc:oracle:\w+:[^\s/@:]+\//gi, value: /[^\s@]{1,128}(?=@)/y },
  { lead: /[\w.-]:/g, value: /[^\s@:/"']{1,128}(?=@(?:tcp|udp|unix)\()/iy },
  // A user, a password and a host alone.
  {
    lead: /(?<![\w.@:/-])[\w.-]+:/g,
    value: /[^\s@:/"'<>()]{4,64}(?=@[\w-][\w.-]{0,250}(?:[:/\s"',;)]|$))/y,
    isSecret: (next, before) =>
      /[\d!#$%^*]/.test(/^[^\s@:/"'<>]*/.exec(next)?.[0] ?? '') &&
      !notUsers.test(before.split(/[^\w.-]/).at(-2) ?? ''),
  },
  // Parameters that are called so only in addresses.
  {
    lead: /[?&](?:access_token|api[_-]?key|auth|client_secret|code|key|password|pwd|pass|pw|secret|sid|sig|signature|token|jwt|st|x-amz-(?:signature|credential|security-token)|x-goog-(?:signature|credential))=/gi,
    value: /[^&\s"'<>#]{4,}/y,
  },
  // Hooks, whose address is all that is needed.
  { lead: /\bhooks\.slack\.com\/(?:services|workflows|triggers)\//gi, value: /[\w/-]{10,}/y },
  { lead: /\bdiscord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d+\//gi, value: /[\w-]{10,}/y },
  { lead: /\b(?:webhook|outlook)\.office\.com\/webhookb?2?\//gi, value: /[\w@/-]{10,}/y },
  { lead: /\bhooks\.zapier\.com\/hooks\/catch\//gi, value: /[\w/-]{5,}/y },
  { lead: /\bapi\.telegram\.org\/(?:file\/)?bot/gi, value: /\d{5,12}:[\w-]{10,}/y },
  {
    lead: /\b(?:hook|maker)\.(?:[a-z0-9-]{2,8}\.)?(?:make|ifttt|integromat)\.com\//gi,
    value: /[\w/-]{10,}/y,
  },
]
