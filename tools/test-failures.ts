import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** A test that failed: the first lines of its message, and what its browsers showed and received. */
export type Finding = { readonly test: string; readonly why: string; readonly seen: readonly string[] }

type VitestReport = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[]
  }[]
}
type Attachment = { name: string; path?: string; body?: string }
type PlaywrightResult = { status: string; error?: { message?: string }; attachments?: Attachment[] }
type PlaywrightSuite = {
  specs?: { title: string; file: string; tests: { status: string; results: PlaywrightResult[] }[] }[]
  suites?: PlaywrightSuite[]
}

const longestWhy = 600
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
/** The message without colours and without the stack of the runner's own code. */
const reason = (message: string | undefined): string =>
  (message ?? '')
    .replace(colours, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at .*node_modules/.test(line))
    .join('\n')
    .slice(0, longestWhy)

const longestSeen = 90

const textOf = ({ path, body }: Attachment): string => {
  if (body !== undefined) return Buffer.from(body, 'base64').toString()
  return path !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** The page as the runner read it, and the last answers that the browsers received. */
const linesOf = (attachment: Attachment): string[] => {
  if (attachment.name === 'last answers') return textOf(attachment).split('\n')
  if (attachment.name !== 'error-context') return []
  return (/```yaml\n([^]*?)\n```/.exec(textOf(attachment))?.[1] ?? '').split('\n')
}

const seenIn = (results: readonly PlaywrightResult[]): string[] =>
  results
    .flatMap(({ attachments = [] }) => attachments)
    .flatMap((attachment) => linesOf(attachment).slice(0, longestSeen))

const ofVitest = ({ testResults }: VitestReport, root: string): Finding[] =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults.flatMap((test) => {
      if (test.status !== 'failed') return []
      return [{ test: `${file} › ${test.fullName}`, why: reason(test.failureMessages?.[0]), seen: [] }]
    })
    // A failure outside of the tests, in a hook or an import, belongs to no test.
    return status !== 'failed' || tests.length > 0 ? tests : [{ test: file, why: reason(message), seen: [] }]
  })

const ofPlaywright = ({ specs = [], suites = [] }: PlaywrightSuite): Finding[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => ({
        test: `${file} › ${title}`,
        why: reason(results.find(({ error }) => error)?.error?.message),
        seen: seenIn(results),
      })),
  ),
  ...suites.flatMap(ofPlaywright),
]

/** The failures in a runner's JSON report; empty when there is no report. */
export const readFindings = (reportFile: string, root: string): Finding[] => {
  if (!existsSync(reportFile)) return []
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as VitestReport | PlaywrightSuite
  return 'testResults' in report ? ofVitest(report, root) : ofPlaywright(report)
}
