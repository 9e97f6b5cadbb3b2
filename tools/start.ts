import { sentenceOf, startProduct } from './start/start-product.ts'

const say = (line: string) => process.stdout.write(`  ${line}\n`)
const dev = process.argv.includes('--dev')
const startedMs = performance.now()

let stopping: Promise<void> | null = null
let stopProduct: () => Promise<void> = async () => undefined
const end = (code: number) => {
  stopping ??= stopProduct().finally(() => process.exit(code))
}
process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))
process.on('SIGHUP', () => end(0))

try {
  process.stdout.write('\nCardamom is starting\n')
  const dataDir = process.env['DATA_DIR'] ?? '.data'
  const product = await startProduct({ dataDir, basePort: Number(process.env['PORT'] ?? 4000), say, dev })
  stopProduct = product.stop
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
  process.stderr.write(`\n${sentenceOf(error)}\n`)
  process.exitCode = 1
  end(1)
}
