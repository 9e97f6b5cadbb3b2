import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

/** Form rules as tests: names, sizes, and words that must not appear (architecture §5). */
const root = join(import.meta.dirname, '..')
const skipped = new Set(['node_modules', 'dist', '.data', '.git', 'artifacts', 'out', 'planted-violation'])

type Source = { path: string; lines: string[]; text: string }

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesBelow(path)
    return [path]
  })

const sources: Source[] = ['contract', 'server', 'web', 'sandbox', 'tests', 'tools']
  .flatMap(filesBelow)
  .filter((path) => /\.(ts|tsx|sql)$/.test(path))
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, lines: text.split('\n') }
  })

const code = sources.filter(({ path }) => /\.tsx?$/.test(path))
const isTest = (path: string) => /\.test\.tsx?$|^tests\/|test-kit/.test(path)
const breaking = (found: (source: Source) => (string | number)[]) => (list: Source[]) =>
  list.flatMap((source) => found(source).map((what) => `${source.path}: ${what}`))

const linesWith = (pattern: RegExp) =>
  breaking(({ lines }) => lines.flatMap((line, index) => (pattern.test(line) ? [index + 1] : [])))

test('there are files to check', () => {
  expect(code.length).toBeGreaterThan(100)
})

test('files have kebab-case names, and none has a forbidden name', () => {
  const bad = sources.filter(({ path }) => {
    const name = basename(path).replace(/^\d{4}-/, '')
    return (
      !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(name) ||
      /^(index|utils|helpers|common|types)\.tsx?$/.test(name)
    )
  })
  expect(bad.map(({ path }) => path)).toEqual([])
})

test('files stay within the size limits', () => {
  const data = /^server\/src\/kernel\/schema\.ts$|^contract\/src\/messages\/|\.sql$/
  const bad = sources.filter(
    ({ path, lines }) => !data.test(path) && lines.length - 1 > (isTest(path) ? 400 : 250),
  )
  expect(bad.map(({ path, lines }) => `${path}: ${lines.length - 1}`)).toEqual([])
})

test('time is read from the clock only', () => {
  const clocks = /^(server\/src\/kernel\/clock\.ts|web\/src\/kernel\/clock\.ts|server\/src\/product\.ts)$/
  const bound = code.filter(
    ({ path }) => /^(server|web|contract)\//.test(path) && !isTest(path) && !clocks.test(path),
  )
  expect(linesWith(/Date\.now\b|new Date\(\)|Math\.random/)(bound)).toEqual([])
  const sql = sources.filter(
    ({ path }) => /^server\/.*(\.sql|\.sql\.ts)$/.test(path) && path !== 'server/src/kernel/migrate.ts',
  )
  expect(linesWith(/\bnow\(\)|current_timestamp/i)(sql)).toEqual([])
})

test('dates of the web are written in the reader’s zone, which one module knows', () => {
  const knowing = /^web\/src\/kernel\/(date-text|browser-zone|translator)\.ts$/
  const bound = code.filter(({ path }) => path.startsWith('web/src/') && !isTest(path) && !knowing.test(path))
  const bare =
    /Intl\.DateTimeFormat|\.toLocale(Date|Time)?String\(|\.get(Hours|Minutes|Date|Day|Month|FullYear)\(/
  expect(linesWith(bare)(bound)).toEqual([])
})

test('money never meets number', () => {
  const bound = code.filter(({ path }) => /^(server|contract)\//.test(path) && !isTest(path))
  expect(linesWith(/\b\w*(Cents|Units|HundredthsBp)\??: number\b/)(bound)).toEqual([])
  expect(linesWith(/Number\(\w*(Cents|Units)\b|parseFloat/)(bound)).toEqual([])
})

test('no comment postpones work, and no check is switched off', () => {
  const self = 'tools/tidy.test.ts'
  const marks = /\b(TODO|FIXME|XXX)\b|@ts-(ignore|nocheck)|eslint-disable|\b(test|it|describe)\.(skip|only)\(/
  expect(linesWith(marks)(code.filter(({ path }) => path !== self))).toEqual([])
  // Tests of types mark lines that must not compile.
  const ofTypes = /(\/events|\/event-types|\/list-source|\/list-texts|\/live-topics)\.test\.ts$/
  const others = code.filter(({ path }) => path !== self && !ofTypes.test(path))
  expect(linesWith(/@ts-expect-error/)(others)).toEqual([])
})

/** Names of the state that a component reads: `const loads = useCall(…)`, or its destructured parts. */
const readNames = /const (\w+|\{[^}]*\}) = use(?:Call|ListPages)\(/g

const ownLadders = breaking(({ text }) =>
  [...text.matchAll(readNames)].flatMap(([, name = '']) => {
    const isList = name.startsWith('{')
      ? name
      : (text.match(new RegExp(`\\b${name}\\.is\\w+`, 'g')) ?? []).join()
    return /\bis(Pending|Error|Loading)\b/.test(isList) ? [name] : []
  }),
)

test('only <Loaded> shows that a read is pending or failed', () => {
  const pages = code.filter(({ path }) => /^web\/src\/(?!ui\/).*\.tsx$/.test(path))
  expect(ownLadders(pages)).toEqual([])
  expect(linesWith(/\bReadFailed\b/)(pages)).toEqual([])
  const planted = ['const loads = useCall(a)\nif (loads.isPending) return', 'const { isError } = useCall(a)']
  for (const text of planted) {
    expect(ownLadders([{ path: 'planted', text, lines: [] }])).toHaveLength(1)
  }
})

test('no default exports but in configurations', () => {
  const bound = code.filter(
    ({ path }) => !path.endsWith('.config.ts') && path !== 'tests/journeys/support/start-product.ts',
  )
  expect(linesWith(/^export default\b/)(bound)).toEqual([])
})

test('server, contract and web import no server name from outside', () => {
  expect(linesWith(/from '@cardamom\/server/)(code)).toEqual([])
})

test('the sources have no path of a machine and no registry host', () => {
  const own = sources.filter(({ path }) => path !== 'tools/tidy.test.ts')
  expect(linesWith(/\/work\/|\/home\/\w+\/|registry\.npmjs/)(own)).toEqual([])
})
