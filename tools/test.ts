import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** `npm test`: everything that must hold before a change lands. One step after the other; all of them run. */
const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)

type Step = { name: string; command: string; args: string[] }

const steps: Step[] = [
  { name: 'format', command: bin('oxfmt'), args: ['--check'] },
  { name: 'lint', command: bin('oxlint'), args: ['--type-aware', '--deny-warnings'] },
  { name: 'types', command: bin('tsc'), args: ['-p', 'tsconfig.json'] },
  { name: 'types of the web', command: bin('tsc'), args: ['-p', 'web/tsconfig.json'] },
  {
    name: 'unused code',
    command: bin('knip'),
    args: ['--no-progress', '--include', 'files,dependencies,unlisted'],
  },
  { name: 'unit', command: bin('vitest'), args: ['run', '--project', 'unit'] },
  { name: 'database', command: bin('vitest'), args: ['run', '--project', 'db'] },
  {
    name: 'journeys',
    command: bin('playwright'),
    args: ['test', '-c', 'tests/journeys/playwright.config.ts'],
  },
]

const only = process.argv.slice(2)
const chosen = only.length > 0 ? steps.filter(({ name }) => only.includes(name)) : steps

const run = ({ command, args }: Step): Promise<number> =>
  new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', () => done(1))
    child.once('exit', (code) => done(code ?? 1))
  })

const results: { name: string; passed: boolean; seconds: number }[] = []
for (const step of chosen) {
  process.stdout.write(`\n── ${step.name}\n`)
  const startedMs = performance.now()
  const passed = (await run(step)) === 0
  results.push({ name: step.name, passed, seconds: (performance.now() - startedMs) / 1000 })
}

process.stdout.write('\n')
for (const { name, passed, seconds } of results) {
  process.stdout.write(`${passed ? 'passed' : 'FAILED'}  ${name.padEnd(18)} ${seconds.toFixed(1)} s\n`)
}
const failed = results.filter(({ passed }) => !passed).length
process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0
