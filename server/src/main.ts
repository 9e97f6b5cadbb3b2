import { existsSync } from 'node:fs'
import { readConfig, type Config } from './kernel/config.ts'
import { createLog } from './kernel/log.ts'
import { migrate, StartRefused } from './kernel/migrate.ts'
import { createProduct } from './product.ts'

/** Forward only, under a lock: copies that start together do not collide. Whoever starts us made the app's role. */
const bringUpToDate = (config: Config) =>
  migrate({
    ownerUrl: config.DATABASE_URL,
    sourceDir: import.meta.dirname,
    appRole: null,
    appUser: decodeURIComponent(new URL(config.DATABASE_APP_URL).username),
  })

const run = async () => {
  const config = readConfig(process.env)
  await bringUpToDate(config)
  const log = createLog(config.LOG_LEVEL)
  const webDir = process.env['WEB_DIR']
  const product = await createProduct({ config, log, webDir: webDir && existsSync(webDir) ? webDir : null })

  let stopping = false
  const end = () => {
    if (stopping) return
    stopping = true
    void product.stop().finally(() => process.exit(0))
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  // The supervisor holds our stdin: when it is killed, the pipe closes and we end in order.
  if (process.env['END_WITH_STDIN'] === '1') process.stdin.resume().on('end', end).on('error', end)
  process.on('unhandledRejection', (error) => {
    log.error('A promise was lost', error)
    end()
  })

  await product.start()
  process.stdout.write(`ready product ${config.PUBLIC_URL}\n`)
}

try {
  await run()
} catch (error) {
  if (!(error instanceof StartRefused)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
