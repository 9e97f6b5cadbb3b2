import { existsSync } from 'node:fs'
import { readConfig } from './kernel/config.ts'
import { createLog } from './kernel/log.ts'
import { createProduct } from './product.ts'

const config = readConfig(process.env)
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
