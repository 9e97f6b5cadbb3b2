import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { namesIn } from './glossary.ts'

/** Form rules as tests: names, sizes, and words that must not appear (architecture §5). */
const root = join(import.meta.dirname, '..')
const skipped = new Set(['node_modules', 'dist', '.data', '.git', 'artifacts', 'out'])

type Source = { path: string; lines: string[]; text: string }

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesBelow(path)
    return [path]
  })

const sources: Source[] = ['contract', 'server', 'signer', 'web', 'sandbox', 'tests', 'tools']
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
  const data =
    /^server\/src\/kernel\/schema\.ts$|^web\/src\/(admin-)?routes\.tsx$|^contract\/src\/messages\/|\.sql$/
  const bad = sources.filter(
    ({ path, lines }) => !data.test(path) && lines.length - 1 > (isTest(path) ? 400 : 250),
  )
  expect(bad.map(({ path, lines }) => `${path}: ${lines.length - 1}`)).toEqual([])
})

test('time is read from the clock only', () => {
  const clocks =
    /^(signer\/main\.ts|server\/src\/kernel\/clock\.ts|web\/src\/kernel\/clock\.ts|server\/src\/product\.ts)$/
  const bound = code.filter(
    ({ path }) => /^(server|signer|web|contract)\//.test(path) && !isTest(path) && !clocks.test(path),
  )
  expect(linesWith(/Date\.now\b|new Date\(\)|Math\.random/)(bound)).toEqual([])
  const sql = sources.filter(
    ({ path }) => /^server\/.*(\.sql|\.sql\.ts)$/.test(path) && path !== 'server/src/kernel/migrate.ts',
  )
  expect(linesWith(/\bnow\(\)|current_timestamp/i)(sql)).toEqual([])
})

test('dates of the web are written in the reader’s zone, which one module knows', () => {
  const knowing = /^web\/src\/kernel\/(date-text|browser-zone|translator|weekdays)\.ts$/
  const bound = code.filter(({ path }) => path.startsWith('web/src/') && !isTest(path) && !knowing.test(path))
  const bare =
    /Intl\.DateTimeFormat|\.toLocale(Date|Time)?String\(|\.get(Hours|Minutes|Date|Day|Month|FullYear)\(/
  expect(linesWith(bare)(bound)).toEqual([])
})

test('money never meets number', () => {
  const bound = code.filter(({ path }) => /^(server|signer|contract)\//.test(path) && !isTest(path))
  expect(linesWith(/\b\w*(Cents|Units|HundredthsBp)\??: number\b/)(bound)).toEqual([])
  expect(linesWith(/Number\(\w*(Cents|Units)\b|parseFloat/)(bound)).toEqual([])
})

test('no test runs again after a failure', () => {
  const config = { path: 'vitest.config.ts', text: readFileSync(join(root, 'vitest.config.ts'), 'utf8') }
  const all = [...code, { ...config, lines: config.text.split('\n') }]
  const again = all.filter(({ path }) => isTest(path) || /config\.ts$|^tools\//.test(path))
  expect(again.length).toBeGreaterThan(100)
  expect(linesWith(/\bretr(y|ies)\b['"]?\s*:\s*[1-9]|--retr(y|ies)/)(again)).toEqual([])
})

test('no journey removes an interception while its page works (journeys/support/intercept.ts)', () => {
  const journeys = code.filter(({ path }) => path.startsWith('tests/journeys/'))
  expect(journeys.length).toBeGreaterThan(50)
  expect(linesWith(/\bunroute(All)?\(|\btimes: \d/)(journeys)).toEqual([])
})

test('no comment postpones work, and no check is switched off', () => {
  const self = 'tools/tidy.test.ts'
  const marks = /\b(TODO|FIXME|XXX)\b|@ts-(ignore|nocheck)|eslint-disable|\b(test|it|describe)\.(skip|only)\(/
  expect(linesWith(marks)(code.filter(({ path }) => path !== self))).toEqual([])
  // Tests of types mark lines that must not compile.
  const ofTypes = /(\/events|\/finish\.db|\/event-types|\/list-source|\/list-texts|\/live-topics)\.test\.ts$/
  const others = code.filter(({ path }) => path !== self && !ofTypes.test(path))
  expect(linesWith(/@ts-expect-error/)(others)).toEqual([])
})

/** The web's hooks with their code, up to the next line that starts a statement or a comment. */
const hookPattern = /^(?:export )?const (use[A-Z]\w*) =.*\n(?:(?![a-z/]).*\n)*/gm

/** Hooks that return a read: those of the kernel and the lists, and all that are made of them. */
const readHooksOf = (list: readonly Source[]): ReadonlySet<string> => {
  const found = new Set(['useCall', 'useListPages', 'useQuery', 'useInfiniteQuery'])
  const hooks = list.flatMap(({ text }) => [...text.matchAll(hookPattern)])
  for (let before = 0; before < found.size;) {
    before = found.size
    for (const [body, name = ''] of hooks) {
      const [, ...called] = [...body.matchAll(/\buse[A-Z]\w*/g)].map(([each]) => each)
      if (called.some((each) => found.has(each))) found.add(name)
    }
  }
  return found
}

const pendingWord = 'is(?:Pending|Loading|Error|Success|LoadingError)'
const stateWord = `(?:${pendingWord}|error|failureReason)`

/** Where code reads the state of a read: `loads.isPending`, `const { error } = useCall(…)`, `if (!loads.data)`. */
const ownLadders = (hooks: ReadonlySet<string>) =>
  breaking(({ text }) => {
    const declared = [...text.matchAll(/const (\w+|\{[^}]*\}) =\s+(use[A-Z]\w*)\(/g)].map(
      ([, name = '', hook = '']) => ({ name, isRead: hooks.has(hook) }),
    )
    const ofReads = declared
      .filter(({ isRead }) => isRead)
      .flatMap(({ name }) =>
        name.startsWith('{')
          ? (name.match(new RegExp(`\\b${stateWord}\\b`, 'g')) ?? [])
          : (text.match(
              new RegExp(`\\b${name}\\.${stateWord}\\b|\\b${stateWord}\\b[^}]*\\} = ${name}\\b`, 'g'),
            ) ?? []),
      )
    const isRead = (name: string) => {
      const own = declared.find((each) => each.name === name)
      return own === undefined || own.isRead
    }
    const withoutData = [...text.matchAll(/!(\w+)\??\.data\b(?![.?[])/g)]
      .filter(([, name = '']) => isRead(name))
      .map(([whole]) => whole)
    const bareData = declared.some(({ name, isRead: is }) => is && /[{,]\s*data\s*[,}]/.test(name))
      ? (text.match(/!data\b(?![.?[])/g) ?? [])
      : []
    const ofOthers = [...text.matchAll(new RegExp(`\\b(\\w+)\\??\\.${pendingWord}\\b`, 'g'))]
      .filter(([, name]) => !declared.some((each) => each.name === name))
      .map(([whole]) => whole)
    const inArguments = text.match(new RegExp(`\\(\\{[^}]*\\b${pendingWord}\\b[^}]*\\}\\) =>`, 'g')) ?? []
    return [...new Set([...ofReads, ...withoutData, ...bareData, ...ofOthers, ...inArguments])]
  })

test('only <Loaded> shows that a read is pending or failed', () => {
  // A field shows the state of its check as its own hint; the palette has it as a line of its list box.
  const withoutPart = /^web\/src\/(identity\/code-field\.tsx|shell\/palette\/(?:lines|records)\.ts)$/
  const web = code.filter(({ path }) => path.startsWith('web/src/') && !isTest(path))
  const pages = web.filter(({ path }) => !/^web\/src\/(ui|kernel)\//.test(path) && !withoutPart.test(path))
  const hooks = readHooksOf(web)
  expect(ownLadders(hooks)(pages)).toEqual([])
  expect(linesWith(/\bReadFailed\b/)(pages)).toEqual([])
  // A part that shows nothing of what it reads exists only for its failure: `failed` can be a function.
  expect(linesWith(/^\s*\{\(\) => null\}$/)(pages)).toEqual([])
})

/** Files whose form has neither the contract's rules nor those of a hook beside it. */
const formsOfTheirOwn = (files: readonly { path: string; text: string }[]): string[] =>
  files.flatMap(({ path, text }) =>
    /<(?:form|MoneyForm)\b/.test(text) &&
    !/\buse(?:Contract|Money)Form\b|\bform\.send\(|from '\.\/(?:use-[\w-]+|registration)-form\.ts'/.test(text)
      ? [path]
      : [],
  )

test('every form has the rules of the contract', () => {
  // The frame of all forms of money, and a search.
  const others = new Set(['web/src/ui/wallets/money-form.tsx', 'web/src/reports/ledger-find.tsx'])
  const web = code.filter(({ path }) => path.startsWith('web/src/') && !isTest(path) && !others.has(path))
  expect(formsOfTheirOwn(web)).toEqual([])
  const planted = [{ path: 'own.tsx', text: 'const [typed, setTyped] = useState()\n<form onSubmit={send}>' }]
  expect(formsOfTheirOwn(planted)).toEqual(['own.tsx'])
})

test('a page that handles the state of a read by itself is found', () => {
  const planted = [
    'const loads = useCall(a)\nif (loads.isPending) return',
    'const { isError } = useCall(a)',
    'const { data, error } = useLoads()',
    'const loads = useLoads()\nif (loads.error === null) return',
    'const loads = useCall(a)\nconst { data, error } = loads',
    'const all = [a, b]\nall.some((read) => read.isPending)',
    'all.some(({ isPending }) => isPending)',
    'const loads = useCall(a)\nif (!loads.data) return null',
    'const { quote } = form\nif (!quote.data || !offer) return null',
    'const { data } = useLoads()\nif (!data) return null',
  ]
  const hook = 'export const useLoads = () => {\n  return useCall(a)\n}\n'
  const source = (text: string): Source => ({ path: 'planted', text, lines: [] })
  const hooks = readHooksOf([source(hook)])
  for (const text of planted) expect(ownLadders(hooks)([source(text)]), text).toHaveLength(1)
  const action =
    'const save = useAction(a)\nif (save.isPending || save.error || !save.data) return\nif (!answer.data.isVerified) return\nuseLoads().data'
  expect(ownLadders(hooks)([source(action)])).toEqual([])
})

/** Words of the glossary's second column that the web uses in no form: each has a plain standard verb. */
const replaced =
  /^(un)?ask(s|ed|ing)?$|^beg[aiu]n(s|ning)?$|^(quiet|quietly|wide|besides?|told)$|^ke(pt|eps?|eping)$|^(tak|giv)(e|es|en|ing)$|^hear(s|d|ing)?$|^mov(e|es|ing)$/
const isReplaced = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((word) => replaced.test(word))

/** A key of the text that people agreed to; the digest of that text includes it. */
const consentKey = 'keep in web/src/access/profiling/device-profiling.tsx'

/** Names of a file, and texts of one word, such as the members of a union of states. */
const replacedIn = breaking((source) => {
  const states = [...source.text.matchAll(/'([a-z]+)'/g)].map(([, state = '']) => state)
  const found = [...namesIn(source), ...states].filter(isReplaced)
  return [...new Set(found)].filter((name) => `${name} in ${source.path}` !== consentKey)
})

test('names and states of the web have no word that the glossary replaces', () => {
  const web = code.filter(({ path }) => path.startsWith('web/') && !isTest(path))
  expect(replacedIn(web)).toEqual([])
  const planted = [
    'const isAsked = 1',
    'const setTakenEmail = 1',
    "type A = 'quiet' | 'none'",
    'type Told = 1',
  ]
  for (const text of planted) {
    expect(replacedIn([{ path: 'web/src/a.ts', text, lines: [] }]), text).toHaveLength(1)
  }
  const accepted = "const retake = 1; const widen = 2; const task = 'retake'"
  expect(replacedIn([{ path: 'web/src/a.ts', text: accepted, lines: [] }])).toEqual([])
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
