import { randomBytes } from 'node:crypto'
import { readConfig } from '../../server/src/kernel/config.ts'
import { createLog } from '../../server/src/kernel/log.ts'
import type { Kernel } from '../../server/src/kernel/module.ts'
import { createProduct } from '../../server/src/product.ts'
import { acceptAnyTime } from './posting-times.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { startTestMailbox } from './test-mailbox.ts'
import { unusedWebhookKey } from './test-product.ts'
import { databaseSettings, type DatabaseUrls } from './test-roles.ts'

const key = () => randomBytes(32).toString('base64')
/** No service listens here: these tests need no outside service but mail. */
const nowhere = 'http://127.0.0.1:9'
const noAddress = `0x${'0'.repeat(40)}`

const chain = JSON.stringify({
  chainId: 31_337,
  tokens: [],
  feeds: {},
  forwarderFactory: noAddress,
  forwarderInitCodeHash: `0x${'0'.repeat(64)}`,
  treasury: noAddress,
  payoutWallet: noAddress,
})

/**
 * The whole server on its own database and mailbox, for tests of what people do. Limits are on, and time is
 * real time plus what a test adds with `wait`.
 */
export const createPeopleProduct = async (
  options: {
    env?: Readonly<Record<string, string>>
    /** The folder of the built pages. */
    webDir?: string
    /** Mounts calls of the test itself. */
    probe?: (kernel: Kernel) => void
    /** A database to use instead of a copy on the server of this run. */
    database?: DatabaseUrls & Pick<TestDatabase, 'drop'>
  } = {},
) => {
  const database = options.database ?? (await createTestDatabase())
  await acceptAnyTime(database.ownerUrl)
  const mailbox = await startTestMailbox()
  const config = readConfig({
    ...databaseSettings(database),
    SANDBOX: 'on',
    PUBLIC_URL: 'http://localhost:4000',
    SMTP_URL: mailbox.smtpUrl,
    ...mailbox.smsEnv,
    ENCRYPTION_KEY: key(),
    LEDGER_SIGNING_KEY: key(),
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
    SCREENING: 'off',
    KYC_URL: nowhere,
    KYC_API_KEY: 'test',
    KYC_SHARED_SECRET: 'test-secret',
    ISSUER_URL: nowhere,
    ISSUER_API_KEY: 'test',
    ISSUER_WEBHOOK_KEY: unusedWebhookKey(),
    EVM_RPC_URL: nowhere,
    EVM_CHAIN: chain,
    MAILBOX_PUBLIC_URL: 'http://127.0.0.1:4050',
    DEMO: 'off',
    ...options.env,
  })
  let addedMs = 0
  const log = createLog(config.LOG_LEVEL)
  const webDir = options.webDir ?? null
  const product = await createProduct({ config, log, webDir, realMs: () => Date.now() + addedMs })
  options.probe?.(product.kernel)
  await product.ready()
  const { kernel } = product
  return {
    kernel,
    calls: product.calls,
    mailbox,
    database,
    /** Advances real and business time together. */
    wait: (ms: number) => {
      addedMs += ms
    },
    drain: () => kernel.jobs.drain(),
    stop: async () => {
      await product.stop()
      await mailbox.stop()
      await database.drop()
    },
  }
}

export type PeopleProduct = Awaited<ReturnType<typeof createPeopleProduct>>
