import { redacted } from './marks'

/** Each with what is kept of it in front. A password ends with the last @ before the host. */
export const addresses: readonly (readonly [RegExp, string])[] = [
  [
    /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/"'<>]{0,128}:)(?!\[redacted)[^\s/"'<>]{1,256}(?=@)/gi,
    `$1${redacted}`,
  ],
  // One with a slash in it; a port has none.
  [
    /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/"'<>]{0,128}:)(?!\[redacted|\d{1,5}(?:[/?#]|$))[^\s"'<>]{1,256}(?=@[\w.-]{1,100}(?:[:/?\s]|$))/gi,
    `$1${redacted}`,
  ],
  // A token in place of the user.
  [
    /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{1,20}:\/\/)(?=[\w%.~-]{0,60}\d)[\w%.~-]{16,256}(?=@)/gi,
    `$1${redacted}`,
  ],
  // Addresses of drivers: Oracle, and MySQL in Go.
  [/(\bjdbc:oracle:\w{2,10}:[^\s/@]{1,64}\/)(?!\[redacted)[^\s@]{1,128}(?=@)/gi, `$1${redacted}`],
  [/(?<![\w.-])([\w.-]{1,64}:)(?!\[redacted)[^\s@:/"']{1,128}(?=@(?:tcp|udp|unix)\()/gi, `$1${redacted}`],
  // A user, a password and a host alone.
  [
    /(?<![\w.@:/-])((?!(?:e?mail|mailto|to|from|cc|bcc|sips?|xmpp|acct|user|username|login|contact|by|author|owner|git|ssh)\b)[\w.-]{1,64}:)(?!\[redacted)(?=[^\s@:/"'<>]{0,64}[\d!#$%^*])[^\s@:/"'<>()]{4,64}(?=@[\w-]{1,63}(?:\.[\w-]{1,63}){0,6}(?:[:/\s"',;)]|$))/gi,
    `$1${redacted}`,
  ],
  // Parameters that are called so only in addresses.
  [
    /([?&](?:access_token|api[_-]?key|auth|client_secret|code|key|password|pwd|pass|secret|sid|sig|signature|token|jwt|st|x-amz-(?:signature|credential|security-token)|x-goog-(?:signature|credential))=)(?!\[redacted)[^&\s"'<>#]{4,}/gi,
    `$1${redacted}`,
  ],
  // Hooks, whose address is all that is needed.
  [/(\bhooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]{10,}/gi, `$1${redacted}`],
  [/(\bdiscord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{5,25}\/)[\w-]{10,}/gi, `$1${redacted}`],
  [/(\b(?:webhook\.office\.com|outlook\.office\.com)\/webhookb?2?\/)[\w@/-]{10,}/gi, `$1${redacted}`],
  [/(\bhooks\.zapier\.com\/hooks\/catch\/)[\w/-]{5,}/gi, `$1${redacted}`],
  [/(\bapi\.telegram\.org\/(?:file\/)?bot)\d{5,12}:[\w-]{10,}/gi, `$1${redacted}`],
  [/(\b(?:hook|maker)\.(?:[a-z0-9-]{2,8}\.)?(?:make|ifttt|integromat)\.com\/)[\w/-]{10,}/gi, `$1${redacted}`],
]
