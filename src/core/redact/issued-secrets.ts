import { anyOf } from '../any-of'
import { redacted } from './marks'

// Keys and tokens that say by their first characters whose they are. None needs anything behind it, so none is looked for
// twice in the same characters.
const issued: readonly RegExp[] = [
  // Model providers: OpenAI, Anthropic, Stripe too (sk_live_), and many who do as they do.
  /(?:sk|rk|pk)[-_](?=[\w-]{0,60}[0-9A-Z])[A-Za-z0-9][\w-]{14,}/y,
  /gsk_[A-Za-z0-9]{20,}|xai-[A-Za-z0-9-]{20,}|pplx-[A-Za-z0-9]{20,}|hf_[A-Za-z0-9]{20,}|api_org_[A-Za-z]{20,}/y,
  /r8_[A-Za-z0-9]{20,}|pcsk_[\w-]{20,}|lsv2_[a-z]{2}_[0-9a-f]{20,}(?:_[0-9a-f]{6,})?|nvapi-[\w-]{20,}|fw_[A-Za-z0-9]{20,}|tvly-[\w-]{16,}/y,
  // What agents search, read and run with: Firecrawl, Brave, E2B, Jina, Context7, Cerebras.
  /fc-[0-9a-f]{32}(?![0-9a-z])|BSA(?=[\w-]{0,40}\d)(?=[\w-]{0,40}[a-z])[\w-]{24,}|e2b_[0-9a-f]{30,}|jina_(?=[A-Za-z]{0,40}\d)[\w-]{32,}|ctx7sk-[\w-]{20,}|csk-[a-z0-9]{30,}/y,
  // AWS: key ids of every kind, Bedrock, MWS; a secret key has exactly 40 characters.
  /(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA|AGPA|AIPA|ANPA|ANVA|APKA)[0-9A-Z]{16}(?![0-9A-Za-z])/y,
  /ABSK[A-Za-z0-9+/]{30,}={0,2}|bedrock-api-key-[A-Za-z0-9+/=]{16,}|amzn\.mws\.[0-9a-f-]{30,}/y,
  /(?<![+/=])(?=[A-Za-z0-9/+]{0,36}[a-z])(?=[A-Za-z0-9/+]{0,36}[A-Z][A-Za-z0-9/+]{0,20}[A-Z])(?=[A-Za-z0-9/+]{0,36}\d)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=_.-])/y,
  // Google.
  /AIza[\w-]{30,}|ya29\.[\w-]{10,}|1\/\/0[\w-]{20,}|GOCSPX-[\w-]{20,}|GOOG[A-Z0-9]{16,}/y,
  // Azure: secrets of applications, keys of services with their signature, DevOps.
  /[\w~.]{3}[78]Q~[\w~.-]{30,}|[A-Za-z0-9]{30,60}(?:JQQJ99|AzSe|AzFu|AzCa|ACDb|AIoT|APIM)[A-Za-z0-9+/]{4,}={0,2}/y,
  /(?<!sha512-|[+/=])[A-Za-z0-9+/]{86}==/y,
  // GitHub, GitLab, Bitbucket, Atlassian.
  /gh[opsur]_[A-Za-z0-9]{20}\w*|github_pat_\w{20,}/y,
  /gl(?:pat|ptt|dt|rt|cbt|ft|imt|agent|oas|soat|ffct|sat|rtr|wt)-[\w.-]{16,}|GR1348941[\w-]{16,}|_gitlab_session=[0-9a-f]{16,}/y,
  /ATATT3[\w=-]{20,}|ATCTT3[\w=-]{20,}|ATBB[A-Za-z0-9=]{20,}|ATOA[\w=-]{20,}/y,
  // Chats: Slack, Discord, Telegram, Teams.
  /xox[a-z](?:\.xox[a-z])?-[\w-]{10,}|xapp-[\w-]{10,}|xwfp-[\w-]{10,}/y,
  /[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6,7}\.[\w-]{27,}|mfa\.[\w-]{60,}/y,
  /(?:bot)?\d{8,10}:AA[\w-]{30,}/y,
  // Money: Stripe, Square, PayPal, Braintree, Plaid, Shopify, Razorpay, Flutterwave, Coinbase.
  /whsec_[A-Za-z0-9+/=]{16,}|sq0[a-z]{3}-[\w-]{20,}|EAAA[\w-]{50,}|access_token\$[a-z]+\$[0-9a-z]{10,}\$[0-9a-f]{20,}/y,
  /(?:access|public|link|processor)-(?:sandbox|development|production)-[0-9a-f-]{30,}/y,
  /shp(?:at|ca|pa|ss|ua|rt|it)_[0-9a-fA-F]{20,}|rzp_(?:live|test)_[A-Za-z0-9]{10,}|FLW(?:PUB|SEC)K(?:_TEST)?-[\w-]{16,}/y,
  // Mails and messages: SendGrid, Mailgun, Mailchimp, Brevo, Postmark, Resend, Twilio.
  /SG\.[\w-]{16,}\.[\w-]{16,}|key-[0-9a-z]{32}(?![0-9a-z])|[0-9a-f]{32}-us\d{1,2}(?!\w)|[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![0-9a-f])/y,
  /xkeysib-[0-9a-f]{40,}(?:-\w+)?|xsmtpsib-[0-9a-f]{40,}(?:-\w+)?|re_[A-Za-z0-9]{6,}_[A-Za-z0-9]{16,}|(?:SK|AC)[0-9a-f]{32}(?![0-9a-f])(?::[0-9a-f]{32}(?![0-9a-f]))?/y,
  // Packages: npm, PyPI, RubyGems, crates.io, NuGet, Docker, Packagist, JFrog, Clojars.
  /npm_[A-Za-z0-9]{30,}|pypi-[\w-]{20,}|rubygems_[0-9a-f]{30,}|cio[A-Za-z0-9]{32}(?![A-Za-z0-9])|oy2[a-z0-9]{43}(?![a-z0-9])/y,
  /dckr_(?:pat|oat)_[\w-]{16,}|packagist_[a-z]{3}_[0-9a-f]{30,}|AKCp[A-Za-z0-9]{40,}|cmVmd[A-Za-z0-9]{40,}|CLOJARS_[0-9a-z]{40,}/y,
  // Hosts: DigitalOcean, Heroku, Fly, Render, Netlify, Vercel, Railway, Cloudflare, Fastly, Linode, Scaleway, Alibaba, Tencent, Yandex.
  /do[oprt]_v1_[0-9a-f]{30,}|HRKU-[\w-]{20,}|FlyV1 fm\d+_[\w+/=,-]{20,}|fo1_[\w-]{20,}|fm[12][ar]?_[\w+/=]{20,}|rnd_[A-Za-z0-9]{20,}/y,
  /nf[pcoub]_[A-Za-z0-9]{20,}|vc[pkair]_[A-Za-z0-9]{20,}|vercel_blob_rw_\w{16,}|v1\.0-[0-9a-f]{20,}-[0-9a-f]{40,}|cf(?:ut|at|k)_[\w-]{20,}/y,
  /SCW[A-Z0-9]{17}(?![A-Z0-9])|LTAI[A-Za-z0-9]{12,}|AKID[A-Za-z0-9]{13,40}|t1\.[\w-]{7,}\.[\w-]{40,}|AQVN[\w-]{30,}|YCAJE[\w-]{15,}|y0_[\w-]{40,}/y,
  // Clusters: Aiven, Swarm, k3s.
  /AVNS_[\w-]{15,}|SWMTKN-1-[0-9a-z]{20,}-[0-9a-z]{20,}|K10[0-9a-f]{30,80}::[\w.-]{1,40}:[\w.-]{6,}/y,
  // Passwords as systems keep them.
  /\$2[abxy]?\$\d\d\$[\w./]{20,}|\$(?:apr1|[1567y]|gy|md5|sha1|argon2(?:id|i|d)|scrypt|pbkdf2[\w-]{0,16})\$[\w./+=,$-]{20,}|(?:pbkdf2_sha\d{1,3}|bcrypt_sha256|scrypt|argon2)\$[\w./+=,$-]{20,}/y,
  // Watching: Datadog, New Relic, Sentry, Grafana, PagerDuty, Honeycomb, Dynatrace, Elastic, Splunk, LaunchDarkly, PostHog, Rollbar.
  /NRAK-[A-Z0-9]{20,}|NRJS-[0-9a-f]{16,}|NR(?:AL|II|IQ|SP|RA|AA)-[\w-]{16,}|[0-9a-f]{30,}(?:FFFF)?NRAL(?!\w)|ddp_[A-Za-z0-9]{20,}|dd(?:api|app)_[A-Za-z0-9]{20,}/y,
  /sntry[su]_[\w+/=-]{30,}|gl(?:c|sa)_[\w+/=]{20,}|eyJrIjoi[\w=-]{20,}|dt0[a-z]\d\d\.[A-Z0-9]{20,}\.[A-Z0-9]{40,}/y,
  /hc[abx](?:ik|lk|mk|ek)_[a-z0-9]{20,}|(?:api|sdk|mob)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|ph[cxsar]_[A-Za-z0-9]{20,}|[uy]\+[\w-]{18}(?![\w-])/y,
  // Tools of work: Notion, Linear, Airtable, Asana, Figma, ClickUp, monday, HubSpot, Zendesk, Typeform, Postman, Contentful, Dropbox.
  /(?:ntn|secret)_[A-Za-z0-9]{30,}|lin_(?:api|oauth)_[A-Za-z0-9]{20,}|pat[A-Za-z0-9]{14}\.[0-9a-f]{40,}|[012]\/\d{10,}(?:\/\d{10,})?:[0-9a-f]{20,}/y,
  /fig(?:d|oh|or|ur|ou)_[\w-]{20,}|pk_\d{5,}_[A-Z0-9]{20,}|pat-(?:na|eu)\d-[0-9a-f-]{30,}|tfp_[\w-]{30,}|PMAK-[0-9a-f]{20,}-[0-9a-f]{30,}|CFPAT-[\w-]{30,}|sl\.(?:[a-z]\.)?[\w-]{60,}/y,
  // Data: Databricks, Supabase, PlanetScale, Neon, Upstash, Confluent, Snowflake, Algolia, MongoDB, Prefect.
  /dapi[0-9a-f]{30,}(?:-\d)?|doc[0-9a-f]{32}(?![0-9a-f])|sb[pa]_[0-9a-f]{30,}|sb_(?:secret|publishable)_[\w-]{16,}|pscale_(?:tkn|oauth|pw)_[\w.=-]{20,}|napi_[a-z0-9]{30,}|mdb_sa_sk_[\w-]{20,}|pn[ub]_[A-Za-z0-9]{30,}/y,
  // Building: Terraform Cloud, Vault, Doppler, Pulumi, CircleCI, Buildkite, Sourcegraph, SonarQube, Infisical, 1Password, Bitwarden, Tailscale.
  /[A-Za-z0-9]{14}\.atlasv1\.[\w-]{30,}|hv[bsr]\.[\w-]{20,}|[bs]\.[A-Za-z0-9]{24}(?![A-Za-z0-9])|dp\.(?:pt|st|ct|scim|audit|sa|said)\.[\w.-]{20,}|pul-[0-9a-f]{30,}/y,
  /CCI(?:PAT|PRJ)_[\w-]{20,}|bk(?:ua|aa|pat|ct|ps)_[A-Za-z0-9]{20,}|sg[pdq]_[\w-]{30,}|sq[upa]_[0-9a-f]{30,}|ops_eyJ[\w=-]{30,}|tskey-[\w-]{16,}|st\.[0-9a-f-]{20,}\.[0-9a-f]{20,}/y,
  // Others: Facebook, X, LinkedIn, Twitch, Okta, Duffel, EasyPost, Lob, Mapbox, Adafruit, Adobe, Frame.io, Shippo, ReadMe, OpenShift, age.
  /(?<![+/])EAA[A-Za-z0-9]{30,}|IGQV[\w-]{30,}|AAAAAAAAAAAAAAAAAAAAA[\w%]{30,}|WPL_AP\d\.[\w.=]{12,}|duffel_(?:test|live)_[\w-]{30,}|EZ[AT]K[A-Za-z0-9]{40,}/y,
  /(?:live|test)_(?:pub_)?[0-9a-f]{30,}|[ps]k\.eyJ[\w.-]{30,}|aio_[A-Za-z0-9]{20,}|p8e-[A-Za-z0-9]{32}|fio-u-[\w-]{40,}|shippo_(?:live|test)_[0-9a-f]{30,}|rdme_[a-z0-9]{40,}|sha256~[\w-]{30,}/y,
  /AGE-SECRET-KEY-1[A-Z0-9]{20,}|b3BlbnNzaC1rZXktdjE[A-Za-z0-9+/=]{8,}|LS0tLS1CRUdJTi[A-Za-z0-9+/=]{8,}|NEURO[A-Za-z0-9]{20,}|ops_[A-Za-z0-9]{40,}/y,
  // Whoever else puts into a prefix that it is a key, and something random behind it.
  /[A-Za-z][A-Za-z0-9]{0,15}[_-](?:[A-Za-z0-9]{1,12}[_-]){0,2}(?:key|token|tkn|secret|pat|api|apikey|live|prod|sk|pk|auth|oauth|access|refresh|bot)[_-](?:[A-Za-z0-9]{1,8}[_-])?(?=[A-Za-z]{0,40}\d)[A-Za-z0-9]{16,}/y,
  /(?:key|token|secret|pat|apikey|auth|oauth)[_-](?:[a-z0-9]{1,8}[_-])?(?=[A-Za-z]{0,40}\d)(?=\d{0,40}[A-Za-z])[A-Za-z0-9]{20,}/y,
]

const issuedSecret = /* @__PURE__ */ anyOf(issued, 'y')
// Where one may begin.
const beginning = /(?<![A-Za-z0-9])[\w~.+/$]/g

/** A text without the keys and tokens of the well-known issuers. */
export function withoutIssued(text: string): string {
  let clean = ''
  let at = 0
  beginning.lastIndex = 0
  for (let found = beginning.exec(text); found !== null; found = beginning.exec(text)) {
    issuedSecret.lastIndex = found.index
    if (!issuedSecret.test(text)) continue
    clean += text.slice(at, found.index) + redacted
    at = issuedSecret.lastIndex
    beginning.lastIndex = at
  }
  return at === 0 ? text : clean + text.slice(at)
}

/** A JSON web token, or the beginning of one; encrypted ones have five parts. */
export const webToken = /(?<![\w-])eyJ[\w-]{8,}(?:\.[\w-]*){1,4}/g
