import { lookup } from 'node:dns/promises'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createRedact } from './kernel/config-secrets.ts'
import { readConfig, type Config } from './kernel/config.ts'
import { ofDuties, roleSettings, userOfUrl } from './kernel/database-roles.ts'
import { checkExistingDatabase } from './kernel/existing-database.ts'
import { checkKeys, refuseOtherKeys } from './kernel/key-check.ts'
import { createLog } from './kernel/log.ts'
import { migrate, StartRefused } from './kernel/migrate.ts'
import { sentenceOf } from './kernel/start-sentence.ts'
import { howToWrite } from './kernel/setting-texts.ts'
import { createProduct } from './product.ts'
import { readEvmChain } from './providers/rail/evm-chain.ts'

let redact = (text: string) => text

const roleUrls = (config: Config) => ofDuties((duty) => config[roleSettings[duty]])

/**
 * Migrates forward only and under a lock, so that copies that start together do not collide. The supervisor
 * or the operator has created the roles.
 */
const bringUpToDate = (config: Config) =>
  migrate({
    ownerUrl: config.DATABASE_URL,
    sourceDir: import.meta.dirname,
    roles: ofDuties((duty) => ({ user: userOfUrl(config[roleSettings[duty]]) })),
    isSandbox: config.mode === 'sandbox',
  })

/**
 * Folder of the built pages. Null where none is configured. Throws StartRefused for a folder without built
 * pages.
 */
const readWebDir = ({ WEB_DIR }: Config): string | null => {
  if (WEB_DIR === undefined) return null
  if (existsSync(join(WEB_DIR, 'index.html')) && existsSync(join(WEB_DIR, '.vite/pages.json'))) return WEB_DIR
  throw new StartRefused(
    `WEB_DIR (${WEB_DIR}) holds no built pages: run npm run build, which makes web/dist.`,
  )
}

const refuseUnknownHost = async ({ HOST }: Config) => {
  await lookup(HOST).catch(() => {
    throw new StartRefused(`HOST names no address: write ${howToWrite.HOST}.`)
  })
}

const run = async () => {
  const config = readConfig(process.env)
  redact = createRedact(config)
  const webDir = readWebDir(config)
  readEvmChain(config.EVM_CHAIN)
  mkdirSync(config.DATA_DIR, { recursive: true })
  await refuseUnknownHost(config)
  await checkExistingDatabase(config.DATABASE_URL, roleUrls(config))
  const { ENCRYPTION_KEY, LEDGER_SIGNING_KEY } = config
  await refuseOtherKeys(config.DATABASE_URL, { ENCRYPTION_KEY, LEDGER_SIGNING_KEY })
  await bringUpToDate(config)
  await checkKeys(config.DATABASE_URL, { ENCRYPTION_KEY, LEDGER_SIGNING_KEY })
  const log = createLog(config.LOG_LEVEL, { redact })
  const product = await createProduct({ config, log, webDir })

  let stopping = false
  const end = () => {
    if (stopping) return
    stopping = true
    void product.stop().finally(() => process.exit(0))
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  // The supervisor holds our stdin. When the supervisor is killed, the pipe closes, and we stop in order.
  if (process.env['END_WITH_STDIN'] === '1') process.stdin.resume().on('end', end).on('error', end)
  process.on('unhandledRejection', (error) => {
    log.error('A promise was rejected without a handler', error)
    end()
  })

  await product.start()
  process.stdout.write(`ready product ${config.PUBLIC_URL}\n`)
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${redact(sentenceOf(error))}\n`)
  process.exit(1)
}
