import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFindings, type Finding } from './test-failures.ts'

/**
 * `npm test`: all checks that must pass before a change lands. All steps run. The steps that only read run one
 * after the other during the journeys, which leave a quarter of two cores idle, and with a lower priority.
 */
const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
/** The steps start hundreds of processes of the same code; the compile cache saves them the work. */
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') }
const reports = mkdtempSync(join(tmpdir(), 'cardamom-test-'))
const reportOf = (name: string) => join(reports, `${name}.json`)

type Step = {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  /** Whether the step runs tests and writes a report. */
  runs?: true
}

const vitest = (name: string, projects: readonly string[], ...more: string[]): Step => ({
  name,
  command: bin('vitest'),
  args: [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf(name)}`,
    ...more,
  ],
  runs: true,
})

/** The compiler is written in Go, whose collector of garbage runs too often for a process that soon ends. */
const fewCollections = { GOGC: '400' }
/** Several checkers would each check the same shared types again. */
const typesOf = (project: string) => ({
  command: bin('tsc'),
  args: ['-p', project, '--checkers', '1'],
  env: fewCollections,
})

const steps: Step[] = [
  { name: 'format', command: bin('oxfmt'), args: ['--check'] },
  { name: 'lint', command: bin('oxlint'), args: ['--type-aware', '--deny-warnings'], env: fewCollections },
  { name: 'types', ...typesOf('tsconfig.json') },
  { name: 'types of the web', ...typesOf('web/tsconfig.json') },
  { name: 'unused code', command: bin('knip'), args: ['--no-progress', '--treat-config-hints-as-errors'] },
  // Three workers on two cores: these files wait a fifth of their time for a browser, a clock or a process.
  vitest('unit', ['unit', 'services'], '--maxWorkers=3'),
  // Three workers as well: the tests that kill the server mostly wait.
  vitest('database', ['db'], '--maxWorkers=3'),
  {
    name: 'journeys',
    command: bin('playwright'),
    args: ['test', '-c', 'tests/journeys/playwright.config.ts', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf('journeys') },
    runs: true,
  },
]

const only = process.argv.slice(2)
const chosen = only.length > 0 ? steps.filter(({ name }) => only.includes(name)) : steps

type EndedProcess = { readonly code: number; readonly said: string }

const run = ({ command, args, env, runs }: Step): Promise<EndedProcess> =>
  new Promise((done) => {
    const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
    const child = spawn(command, args, {
      cwd: root,
      env: { ...compiled, ...process.env, ...colour, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      if (runs) process.stdout.write(chunk)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    if (!runs && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    child.once('error', (error) => done({ code: 1, said: String(error) }))
    child.once('close', (code) => done({ code: code ?? 1, said }))
  })

type Result = { step: Step; passed: boolean; findings: Finding[]; said: string; seconds: number }
const results: Result[] = []
const runStep = async (step: Step) => {
  if (step.runs) process.stdout.write(`\n── ${step.name}\n`)
  const startedMs = performance.now()
  const { code, said } = await run(step)
  if (!step.runs) process.stdout.write(`\n── ${step.name}\n${said}`)
  const findings = step.runs ? readFindings(reportOf(step.name), root) : []
  const seconds = (performance.now() - startedMs) / 1000
  results.push({ step, passed: code === 0, findings, said, seconds })
}

const oneAfterTheOther = async (of: readonly Step[]): Promise<void> => {
  for (const step of of) await runStep(step)
}
const reading = chosen.filter(({ runs }) => !runs)
const journeys = chosen.filter(({ name }) => name === 'journeys')
await oneAfterTheOther(chosen.filter((step) => !reading.includes(step) && !journeys.includes(step)))
await Promise.all([oneAfterTheOther(journeys), oneAfterTheOther(reading)])

const say = (line: string) => process.stdout.write(`${line}\n`)
const linesToldAgain = 25

/** Failures are printed again at the end, where people see them. */
const tell = ({ test, why, seen }: Finding) => {
  say(`FAILED  ${test}`)
  for (const line of [...why.split('\n'), ...seen]) say(`        ${line}`)
}
for (const { step, passed, findings, said } of results) {
  if (!passed) say(`\n── ${step.name}: what to look at`)
  for (const finding of findings) tell(finding)
  if (!passed && findings.length === 0) {
    for (const line of said.trimEnd().split('\n').slice(-linesToldAgain)) say(`        ${line}`)
  }
}
rmSync(reports, { recursive: true, force: true })

say('')
for (const { step, passed, seconds } of results) {
  say(`${passed ? 'passed' : 'FAILED'}  ${step.name.padEnd(18)} ${seconds.toFixed(1)} s`)
}
const failed = results.filter(({ passed }) => !passed).length
say(`${results.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
