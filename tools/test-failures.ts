import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** A test that failed. */
export type Finding = { readonly test: string; readonly why: string }

type VitestReport = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[]
  }[]
}
type PlaywrightResult = { status: string; error?: { message?: string } }
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

const ofVitest = ({ testResults }: VitestReport, root: string): Finding[] =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults.flatMap((test) => {
      if (test.status !== 'failed') return []
      return [{ test: `${file} › ${test.fullName}`, why: reason(test.failureMessages?.[0]) }]
    })
    // A failure outside of the tests, in a hook or an import, belongs to no test.
    return status !== 'failed' || tests.length > 0 ? tests : [{ test: file, why: reason(message) }]
  })

const ofPlaywright = ({ specs = [], suites = [] }: PlaywrightSuite): Finding[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => ({
        test: `${file} › ${title}`,
        why: reason(results.find(({ error }) => error)?.error?.message),
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
