import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { deviceCheckManifest } from './build/device-check.ts'

/**
 * Sizes of the built web as browsers receive them (brotli), against the budgets of ux §4. `node web/sizes.ts`
 * prints them and fails when one is too large; a test calls `measure()`.
 */
export const budgetBytes = {
  /** Entry and cardholder home together. */
  home: 120_000,
  /** Addition of a page to the entry: its own file and all files that only it needs. */
  route: 40_000,
  css: 12_000,
  /** One font file, without further compression: 48 KiB. */
  font: 49_152,
} as const

type Chunk = {
  readonly file: string
  readonly isEntry?: boolean
  readonly isDynamicEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

export type Sizes = {
  readonly entryBytes: number
  /** Entry, home page and its texts; null when there is no such page. */
  readonly homeBytes: number | null
  readonly cssBytes: number
  readonly fontBytes: readonly number[]
  /** By source file, largest first. */
  readonly routes: readonly { readonly page: string; readonly bytes: number }[]
  /** Addresses of other origins in the built files. */
  readonly foreign: readonly string[]
}

const ownDist = resolve(dirname(fileURLToPath(import.meta.url)), 'dist')
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const isPage = (source: string) => /^src\/.+-page\.tsx$/.test(source)
const isHome = (source: string) => /^src\/.*\/home-page\.tsx$/.test(source)

/** A chunk with all its static imports. */
const closure = (manifest: Manifest, keys: readonly string[]): Set<string> => {
  const found = new Set<string>()
  const add = (key: string) => {
    if (found.has(key)) return
    found.add(key)
    for (const next of manifest[key]?.imports ?? []) add(next)
  }
  for (const key of keys) add(key)
  return found
}

/** Names and links that no code requests: XML namespaces, and pages where libraries explain an error. */
const text =
  /^https?:\/\/(?:www\.w3\.org|react\.dev\/errors|base-ui\.com\/production-error|tailwindcss\.com)\b/

/**
 * Addresses in the texts and defaults of the step-up library. Our client always sets our own address, and the
 * content security policy allows no other.
 */
const ofStepUpLibrary = [
  'https://github.com/uuidjs/uuid',
  'https://simplewebauthn.dev/docs/packages/browser',
  'https://docs.authsignal.com/scenarios/passkeys-prebuilt-ui',
  'https://api.authsignal.com/v1',
  'https://h.online-metrix.net/fp/tags',
  'https://h.online-metrix.net/fp/tags.js',
]

/** Files of a build in `assets`, where those of the build before stay for open pages. */
export const ownAssets = (dist: string): readonly string[] => {
  const list = join(dist, '.assets')
  return existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as string[])
    : readdirSync(join(dist, 'assets'))
}

/** Origins that the built files could call. */
const foreignIn = (dist: string): string[] => {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  const ours = ownAssets(dist).map((name) => join('assets', name))
  const own = files.filter((name) => !name.startsWith('assets/') || ours.includes(name))
  const texts = own.filter((name) => /\.(?:js|css|html|svg|webmanifest)$/.test(name))
  return texts.flatMap((name) => {
    const found = readFileSync(join(dist, name), 'utf8').match(/\b(?:https?|wss?):\/\/[\w.-]+[\w./-]*/g) ?? []
    const isKnown = (url: string) =>
      text.test(url) || (/\b(?:step-up-client|device-check)-/.test(name) && ofStepUpLibrary.includes(url))
    return found.filter((url) => !isKnown(url)).map((url) => `${name}: ${url}`)
  })
}

/** The texts named after a page's folder, which load with the page. */
const textsOf = (manifest: Manifest, page: string): string[] => {
  const key = `../contract/src/messages/en/${basename(dirname(page))}.ts`
  return key in manifest ? [key] : []
}

/**
 * Every file of this build; the folder can also hold files of an earlier build, for pages that are still
 * open.
 */
const filesOf = (manifest: Manifest): string[] => [
  ...new Set(Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])),
]

const readManifest = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Manifest

/** Measures a build. Throws when there is none. */
export const measure = (dist: string = ownDist): Sizes => {
  const manifest = readManifest(join(dist, '.vite/manifest.json'))
  /** Documents besides the product's own, which contain all that they need. */
  const alone = existsSync(join(dist, deviceCheckManifest))
    ? readManifest(join(dist, deviceCheckManifest))
    : {}
  const brotli = new Map<string, number>()
  const bytesOf = (file: string): number => {
    const known = brotli.get(file) ?? brotliCompressSync(readFileSync(join(dist, file))).length
    brotli.set(file, known)
    return known
  }
  const weigh = (keys: Iterable<string>, of = manifest): number => {
    const files = [...keys].map((key) => of[key]?.file ?? '').filter((file) => file.endsWith('.js'))
    return sum([...new Set(files)].map(bytesOf))
  }
  const entry = closure(manifest, ['index.html'])
  const added = (page: string) =>
    weigh([...closure(manifest, [page, ...textsOf(manifest, page)])].filter((key) => !entry.has(key)))
  const pages = Object.keys(manifest).filter(isPage)
  const home = pages.find(isHome)
  const files = filesOf(manifest)
  return {
    entryBytes: weigh(entry),
    homeBytes: home === undefined ? null : weigh(entry) + added(home),
    cssBytes: sum(files.filter((file) => file.endsWith('.css')).map(bytesOf)),
    fontBytes: files
      .filter((file) => file.endsWith('.woff2'))
      .map((file) => readFileSync(join(dist, file)).length),
    routes: [
      ...pages.map((page) => ({ page, bytes: added(page) })),
      ...Object.keys(alone)
        .filter((key) => alone[key]?.isEntry === true)
        .map((page) => ({ page, bytes: weigh(closure(alone, [page]), alone) })),
    ].toSorted((a, b) => b.bytes - a.bytes),
    foreign: foreignIn(dist),
  }
}

/** Sizes over their budget, as sentences; empty when all sizes are within their budgets. */
export const tooLarge = (sizes: Sizes): string[] => {
  const over = ({ what, bytes, most }: { what: string; bytes: number; most: number }) =>
    bytes > most ? [`${what}: ${bytes} bytes of at most ${most}`] : []
  return [
    ...over({
      what: 'entry and home',
      bytes: sizes.homeBytes ?? sizes.entryBytes,
      most: budgetBytes.home,
    }),
    ...over({ what: 'CSS', bytes: sizes.cssBytes, most: budgetBytes.css }),
    ...over({ what: 'fonts', bytes: sum(sizes.fontBytes), most: budgetBytes.font }),
    ...sizes.foreign.map((where) => `another origin in ${where}`),
    ...sizes.routes.flatMap(({ page, bytes }) => over({ what: page, bytes, most: budgetBytes.route })),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sizes = measure()
  const problems = tooLarge(sizes)
  console.log(JSON.stringify(sizes, null, 2))
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
