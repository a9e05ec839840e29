// How large errlingua is in a bundle beside zod, which it depends on.
import { ownOnly, fourJsonDialects as program, sizeOf } from '../scripts/bundle-size.js'

export const title = 'Size in a bundle, minified and gzipped'

export async function measure() {
  // What gzip makes of a part cannot be told from the whole, so that the program is bundled twice, with zod and without:
  // the difference is what zod takes in this bundle.
  const own = await sizeOf(program, ownOnly)
  const zodsShare = (await sizeOf(program)) - own
  // Everything that zod exports. It is no yardstick, but says what a bundle has that imports zod in the way that keeps
  // esbuild from leaving anything out, as `import { z }` does. errlingua imports it so that what is not used is left out,
  // which makes this bundle smaller by two thirds of zod and the ratio worse.
  const wholeZod = await sizeOf("export * from 'zod'")
  const what = `core and four JSON dialects (${kilobytes(own)})`
  return [
    {
      what,
      against: `zod in the same bundle (${kilobytes(zodsShare)})`,
      ratio: own / zodsShare,
      atMost: 1.2,
    },
    { what, against: `all of zod (${kilobytes(wholeZod)})`, ratio: own / wholeZod },
  ]
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
