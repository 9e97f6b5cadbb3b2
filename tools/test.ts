import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** `npm test`: everything that must hold before a change lands. All steps run: those that only read two at a time. */
const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)

type Step = { name: string; command: string; args: string[] }

const steps: Step[] = [
  { name: 'format', command: bin('oxfmt'), args: ['--check'] },
  { name: 'lint', command: bin('oxlint'), args: ['--type-aware', '--deny-warnings'] },
  { name: 'types', command: bin('tsc'), args: ['-p', 'tsconfig.json'] },
  { name: 'types of the web', command: bin('tsc'), args: ['-p', 'web/tsconfig.json'] },
  { name: 'unused code', command: bin('knip'), args: ['--no-progress'] },
  { name: 'unit', command: bin('vitest'), args: ['run', '--project', 'unit'] },
  { name: 'database', command: bin('vitest'), args: ['run', '--project', 'db'] },
  {
    name: 'journeys',
    command: bin('playwright'),
    args: ['test', '-c', 'tests/journeys/playwright.config.ts'],
  },
]

/** Steps that start products and databases: each has the machine for itself. */
const running = new Set(['unit', 'database', 'journeys'])

const only = process.argv.slice(2)
const chosen = only.length > 0 ? steps.filter(({ name }) => only.includes(name)) : steps

const run = ({ command, args }: Step, quiet: boolean): Promise<{ code: number; said: string }> =>
  new Promise((done) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    })
    let said = ''
    const listen = (chunk: Buffer) => (said += chunk.toString())
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('error', (error) => done({ code: 1, said: String(error) }))
    child.once('close', (code) => done({ code: code ?? 1, said }))
  })

const results: { name: string; passed: boolean; seconds: number }[] = []
const take = async (step: Step, quiet: boolean) => {
  if (!quiet) process.stdout.write(`\n── ${step.name}\n`)
  const startedMs = performance.now()
  const { code, said } = await run(step, quiet)
  if (quiet) process.stdout.write(`\n── ${step.name}\n${said}`)
  results.push({ name: step.name, passed: code === 0, seconds: (performance.now() - startedMs) / 1000 })
}

/** Steps that start nothing and write nothing: each waits for files or for one thread most of the time. */
const reading = chosen.filter(({ name }) => !running.has(name))
const next = async (): Promise<void> => {
  const step = reading.shift()
  if (!step) return
  await take(step, true)
  await next()
}
await Promise.all([next(), next()])
for (const step of chosen.filter(({ name }) => running.has(name))) await take(step, false)

process.stdout.write('\n')
for (const { name, passed, seconds } of results) {
  process.stdout.write(`${passed ? 'passed' : 'FAILED'}  ${name.padEnd(18)} ${seconds.toFixed(1)} s\n`)
}
const failed = results.filter(({ passed }) => !passed).length
process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0
