import { anyOf } from '../any-of'
import { redactedPath } from './marks'

// Folders at the root of a machine in which servers and their users live. In the second ones stand just as often the routes
// of a site.
const roots =
  /^\/(?:home|Users|root|usr|var|opt|srv|etc|mnt|proc|lib|lib64|lib32|libexec|tmp|private|workspaces?|boot|sbin|bin|nix|snap|sys|Applications|Library|System|Volumes|Network|cores|gnu|layers|vercel|codebuild|github|runner|builds?|usr2|export|scratch|nfs|gpfs|lustre|efs|azureuser|cygdrive|sdcard|storage\/emulated|data\/(?:data|app|user)|app\/(?:src|dist|lib|build|code|server|node_modules|config|secrets|logs|public|bin|data|tmp|vendor)|rustc|go\/(?:src|pkg|bin)|root|volume\d{1,2}|__[wte]|[a-z]\/Users|databricks|kaggle|azureml(?:-\w{1,20})?|content\/(?:drive|sample_data)|jenkins\/(?:workspace|jobs)|jenkins_home)(?:\/|$)/
const doubtfulRoots =
  /^\/(?:app|apps|data|media|dev|run|config|conf|code|src|server|backend|projects?|repos?|storage|cache|logs?|www|htdocs|web|site|public|secrets?|certs?|keys?|function|functions|task|project|work|workdir|service|services|deploy|deployments?|releases?|current|shared|volumes?|vol|disk|ssd|backups?|uploads?|files?|documents?|docs|sandbox|workdir|build|dist|out|target|vendor|models?|db|database|databases|content|jenkins)\//
// Names of folders that only programs have, and hidden ones but for the one that sites have.
const folders =
  /\/(?:node_modules|site-packages|dist-packages|__pycache__|vendor\/bundle|\.(?!well-known\b)[A-Za-z][\w-]{1,40}|venv|virtualenvs?|Python\d{2,3}|python\d(?:\.\d+)?|gems|target\/(?:debug|release|classes)|WEB-INF|META-INF|cgi-bin|bin|include)(?:\/|$)/
// Endings of sources, programs, settings and keys.
const sources =
  /\.(?:[cm]?[jt]sx?|pyc?|pyx|pyw|rb|erb|php\d?|phtml|java|kts?|scala|groovy|clj[cs]?|go|rs|c|cc|cpp|cxx|h|hh|hpp|cs|fs|fsx|vb|swift|mm?|pl|pm|luau?|r|R|jl|exs?|erl|hrl|hs|ml|mli|dart|zig|nim|cr|sh|bash|zsh|bat|cmd|ps1|psm1|sql|so(?:\.\d+)*|dll|exe|jar|war|ear|class|dylib|pyd|wasm|vue|svelte|pem|key|crt|cer|p12|pfx|jks|keystore|kdbx|ppk|conf|cfg|ini|env|properties|toml|ya?ml|lock|sqlite3?|db|log|pid|sock|socket|service|tf|tfvars|tfstate|gradle|ipynb)$/
// Out of where it is, and into a folder of the system.
const outAndIn = /\/\.\.\/(?:etc|proc|root|home|var|usr|opt|srv)(?:\/|$)/
// Endings of documents, which sites have too.
const documents = /\.[A-Za-z][A-Za-z0-9]{0,7}$/

// A path in quotes may hold spaces.
const quoted = /["'`][^"'`<>|\r\n?*]*(?=["'`])/g
const beginning = /^(?:file:\/|~[\w.-]*\/|[A-Za-z]:[\\/]|\\{2,8}[\w.$-]+\\|\/)/
// How one without quotes begins. What it may stand behind rules out addresses, closing tags and the rest of relative paths.
const beginnings: readonly RegExp[] = [
  /file:\/{1,3}(?=[^\s/"'`])/y,
  /jar:file:\/{1,3}(?=[^\s/"'`])/y,
  /(?:unix|http\+unix|sqlite3?|webpack|webpack-internal|git\+file):\/{2,4}(?=[^\s/"'`])/y,
  /https?:\/\/(?=\/(?:var|tmp|run|home|srv|etc)\/)/y,
  /~[\w.-]{0,32}\//y,
  // Variables that name a folder of whoever runs the server.
  /\$(?:HOME|PWD|OLDPWD|TMPDIR|XDG_[A-Z_]{4,20})\//y,
  /\$\{(?:HOME|PWD|OLDPWD|TMPDIR|XDG_[A-Z_]{4,20})\}\//y,
  /(?:\$env:[A-Za-z_]{2,30}|%[A-Za-z][\w()]{1,30}%)\\{1,8}(?=[\w.$~-])/y,
  // Out and in again, too.
  /(?:\.\.\/){1,32}(?=(?:etc|proc|root|home|var|usr|opt|srv)\/)/y,
  /(?:\\{2,4}\?\\{1,2})?[A-Za-z]:(?:\\{1,8}(?=[\w.~$(%-])|\/(?!\/))/y,
  /\\{2,8}(?=[\w.-]{2,64}\\{1,4}[\w.$-]{2})/y,
  /\/(?=[\w.@~$-])/y,
]
const bare = /* @__PURE__ */ anyOf(beginnings, 'y')
const mayBegin = /(?<![\w.~/\\%+@<)\]}*$-])[\w~/\\$%.]/g
// How it goes on, piece by piece; behind a space only where a folder with a capital does, as in `Program Files`.
const goesOn =
  /[^\s"'`<>|*?:;,()[\]{}\\]+|\\{1,8}(?=[\w.$@~(%-])|\([\w.-]{1,32}\)(?=[\\/])| (?=(?:[A-Z0-9(][\w.()&-]{0,40} ){0,3}[A-Z0-9(][\w.()&-]{0,40}[\\/])|[,;:](?=[\w.-]{1,40}[\\/])/y
const placeHere = /(?::\d{1,9}){1,2}(?!\d)|\(\d{1,9}(?:,\d{1,9})?\)|:line \d{1,9}/y

const place = /(?::\d{1,9}){1,2}$|\(\d{1,9}(?:,\d{1,9})?\)$|:line \d{1,9}$/
const methods =
  /(?:^|[\s"'`([])(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|CONNECT|TRACE|ANY)["'`]?:?[ \t]{1,4}["'`]?$/i
const routes =
  /\b(?:route|routes|endpoint|endpoints|pointer|url path|api|page|resource|redirect(?:ed)?(?: to)?)[:=]?[ \t]{1,4}["'`(]?$/i
// Words for routes and for places in a document, and what may well be one though it begins like the path of a file.
const notFiles =
  /\b(?:routes?|endpoints?|x-?path|json-?(?:path|pointer)|json pointer|(?:instance|schema|data)_?path|url path|pathname|href)[:=]{0,2}[ \t]{0,4}["'`(]?$/i
const alsoRoutes =
  /^\/(?:home\/[\w-]+|(?:root|tmp|private|workspaces?|system|network|library|export|builds?|runner|github|data|var(?!\/(?:lib|run|log|www|cache|folders|spool|task|opt|tmp|db|mail|backups?)\b))\/[\w{}:@[\]*/-]+)$/i

// What only systems say of a file, before its path and behind it.
const beforeFiles: readonly RegExp[] = [
  // Node.
  /\bE[A-Z0-9]{2,14}: [a-z ,-]{3,60}, [a-z]{2,12} '$/,
  /(?<!\w)(?:open|stat|lstat|mkdir|rmdir|scandir|opendir|readdir|unlink|chmod|chown|copyfile|readlink|realpath|symlink|utimes?|truncate|mkdtemp|statfs|chdir|fopen)\(?[ \t]{0,2}["'`]$/i,
  /' -> '$/,
]
// Python and Ruby say the same of whatever they were asked for: there the folder has to tell, too.
const beforeAnything: readonly RegExp[] = [
  /\[(?:Errno|WinError) \d{1,5}\] [A-Za-z -]{1,60}: b?["']$/,
  /\b(?:no such file or directory|is a directory|not a directory|directory not empty|read-only file system)(?: @ \w{1,30})?[:,]? (?:- )?["'`]?$/i,
]
// Go says what was done as well; a route may be denied, too.
const callAhead =
  /(?<!\w)(?:open|stat|lstat|mkdir|rmdir|unlinkat|unlink|remove|readlink|chmod|chown|chdir|rename|fork\/exec|truncate|readdirent|fdopendir|openat|statfs) $/
const reasonBehind =
  /^["'`]?: (?:permission denied|operation not permitted|file exists|no space left|input\/output error|too many open files|invalid cross-device)/i
const behindFiles =
  /^["'`]?: (?:no such file or directory|is a directory|not a directory|directory not empty|read-only file system)/i

/** What the name of a member says of a path in it: that it is one of a machine, or of a site or document, or nothing. */
export type PathKind = 'file' | 'route' | 'any'

/** A text without the paths of the machine that it was written on. */
export function withoutPaths(text: string, known: readonly string[], kind: PathKind): string {
  if (!/[/\\]/.test(text)) return text
  const clean = text.replace(quoted, (all, at: number) => {
    const path = all.slice(1)
    if (text[at + all.length] !== all[0] || !beginning.test(path) || !/\s/.test(path)) return all
    return isOfServer(path, text, at + 1, kind) && !isKnown(path, known) ? all.charAt(0) + redactedPath : all
  })
  return replaceBare(clean, (found, at) => {
    const path = found.replace(/[.!]{1,3}$/, '')
    if (!isOfServer(path, clean, at, kind) || isKnown(path, known)) return found
    return redactedPath + found.slice(path.length)
  })
}

/** A text with what looks like a path, without quotes around it, replaced. */
function replaceBare(text: string, replace: (path: string, at: number) => string): string {
  let clean = ''
  let at = 0
  mayBegin.lastIndex = 0
  for (let found = mayBegin.exec(text); found !== null; found = mayBegin.exec(text)) {
    const start = found.index
    bare.lastIndex = start
    if (!bare.test(text) || /\bhttps?:$/.test(text.slice(Math.max(0, start - 7), start))) continue
    const end = endOfPath(text, bare.lastIndex)
    clean += text.slice(at, start) + replace(text.slice(start, end), start)
    at = end
    mayBegin.lastIndex = end
  }
  return at === 0 ? text : clean + text.slice(at)
}

/** Where a path ends that goes on at a place, with the line and column that stand behind it. */
function endOfPath(text: string, from: number): number {
  goesOn.lastIndex = from
  let end = from
  while (goesOn.test(text)) end = goesOn.lastIndex
  placeHere.lastIndex = end
  return placeHere.test(text) ? placeHere.lastIndex : end
}

const fileNames =
  /^(?:abs_?path|file_?(?:name|path)?|cwd|pwd|dir(?:name|ectory)?|folder|root_?dir|work(?:ing)?_?dir(?:ectory)?|source_?file|script|binary|executable|home)$/i
const routeNames =
  /^(?:(?:instance|schema|data|json|url|request|x)_?path|json_?pointer|pointer|pathname|route|endpoint|href|instance)$/i

/** What a name says of a path that stands under it. */
export function pathKindOf(name: string): PathKind {
  if (fileNames.test(name)) return 'file'
  return routeNames.test(name) ? 'route' : 'any'
}

function isOfServer(given: string, text: string, at: number, kind: PathKind): boolean {
  const path = given.replace(place, '')
  if (!path.startsWith('/')) return true
  const hasPlace = path !== given
  if (path.length < 3 || path.startsWith('//')) return false
  const before = text.slice(Math.max(0, at - 100), at)
  if (methods.test(before)) return false
  const isRoute = notFiles.test(before) || (kind === 'route' && at === 0)
  if (!hasPlace && isRoute && alsoRoutes.test(path) && !folders.test(path)) return false
  const isDeep = path.indexOf('/', 1) !== -1
  if (roots.test(path)) return isDeep || /^\/(?:root|proc)$/.test(path)
  const end = at + given.length
  if (isDeep && (kind === 'file' || isSaidOfFile(path, before, text.slice(end, end + 40)))) return true
  if (routes.test(before)) return hasPlace && sources.test(path)
  if (sources.test(path) || folders.test(path) || outAndIn.test(path)) return true
  if (hasPlace && documents.test(path)) return true
  return doubtfulRoots.test(path) && documents.test(path)
}

/** Whether what stands before and behind a path is said of files alone. */
function isSaidOfFile(path: string, before: string, behind: string): boolean {
  return (
    behindFiles.test(behind) ||
    (callAhead.test(before) && reasonBehind.test(behind)) ||
    beforeFiles.some((pattern) => pattern.test(before)) ||
    (doubtfulRoots.test(path) && beforeAnything.some((pattern) => pattern.test(before)))
  )
}

/**
 * Whether a path is in what was sent; or ends with it or lies below it, where that is of two names and more: whoever has sent
 * `/home` has not sent all that is in it. Nothing leads out of it again.
 */
function isKnown(given: string, known: readonly string[]): boolean {
  if (known.length === 0) return false
  const path = plainPath(given.replace(place, ''))
  const isStraight = !/(?:^|\/)\.\.(?:\/|$)/.test(path)
  return known.some((each) => {
    const text = plainPath(each)
    if (text.includes(path)) return true
    const inner = text.replace(/^(?:\.{0,2}\/)+/, '').replace(/\/$/, '')
    return isStraight && hasTwoNames.test(inner) && `/${path}/`.includes(`/${inner}/`)
  })
}

// Behind the letter of a drive or the sign of somebody's home.
const hasTwoNames = /^(?:(?:[A-Za-z]:|~[^/]*)\/)?(?![A-Za-z]:\/|~)[^/]+\/[^/]/

/** A path with one kind of separator, and without what only says that it is one. */
function plainPath(path: string): string {
  return path.replace(/^file:\/\/(?=\/)/, '').replace(/[\\/]+/g, '/')
}
