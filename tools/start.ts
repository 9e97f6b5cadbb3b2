import { readBasePort } from './start/ports.ts'
import { startProduct } from './start/start-product.ts'
import { sentenceOf } from '../server/src/kernel/start-sentence.ts'

// The data folder holds keys, reset links and personal data: only the user who starts may read it.
process.umask(0o077)

const say = (line: string) => process.stdout.write(`  ${line}\n`)
const dev = process.argv.includes('--dev')
const orphanCheckMs = 250
const startedMs = performance.now()

let stopping: Promise<void> | null = null
let stopProduct: () => Promise<void> = async () => undefined
const end = (code: number) => {
  stopping ??= stopProduct().finally(() => process.exit(code))
}
process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))
process.on('SIGHUP', () => end(0))
// npm runs this process without a shell (`exec`), so npm's signals arrive here. When npm is killed, the
// changed parent process shows it.
const parent = process.ppid
if (process.env['npm_lifecycle_event'])
  setInterval(() => process.ppid === parent || end(0), orphanCheckMs).unref()

try {
  process.stdout.write('\nCardamom is starting\n')
  const product = await startProduct({
    dataDir: process.env['DATA_DIR'] || '.data',
    basePort: readBasePort(process.env['PORT']),
    say,
    dev,
    onStart: (stop) => (stopProduct = stop),
  })
  const { describeStart } = await import('./start/start-page.ts')
  process.stdout.write(await describeStart(product))
  say(`Ready after ${((performance.now() - startedMs) / 1000).toFixed(1)} s. Ctrl-C stops everything.\n`)
  void product.broken.then((name) => {
    if (stopping) return
    process.stderr.write(
      `\n${name} ended by itself; everything is stopped. See the log above, then start again.\n`,
    )
    end(1)
  })
} catch (error) {
  if (!stopping) process.stderr.write(`\n${sentenceOf(error)}\n`)
  end(1)
}
