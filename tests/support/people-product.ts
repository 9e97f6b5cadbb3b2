import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readConfig } from '../../server/src/kernel/config.ts'
import { createLog } from '../../server/src/kernel/log.ts'
import type { Kernel } from '../../server/src/kernel/module.ts'
import { createProduct } from '../../server/src/product.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { startTestMailbox } from './test-mailbox.ts'

const key = () => randomBytes(32).toString('base64')
const issuerKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .publicKey.export({ type: 'spki', format: 'der' })
    .toString('base64')
/** Nobody listens here: people need no other outside service than mail. */
const nowhere = 'http://127.0.0.1:9'
const noAddress = `0x${'0'.repeat(40)}`

const chain = JSON.stringify({
  chainId: 31_337,
  tokens: [],
  feeds: {},
  forwarderFactory: noAddress,
  forwarderInitCodeHash: `0x${'0'.repeat(64)}`,
  treasury: noAddress,
})

/**
 * The whole server on a database and a mailbox of its own, for what people do: limits are on, and time is
 * real time plus what a test adds with `wait`.
 */
export const createPeopleProduct = async (
  options: {
    env?: Readonly<Record<string, string>>
    /** Where built pages are. */
    webDir?: string
    /** Mounts calls of the test itself. */
    probe?: (kernel: Kernel) => void
    /** Instead of a copy on the server of this run. */
    database?: Pick<TestDatabase, 'ownerUrl' | 'appUrl' | 'drop'>
  } = {},
) => {
  const database = options.database ?? (await createTestDatabase())
  const mailbox = await startTestMailbox()
  const config = readConfig({
    DATABASE_URL: database.ownerUrl,
    SANDBOX: 'on',
    PUBLIC_URL: 'http://localhost:4000',
    DATABASE_APP_URL: database.appUrl,
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
    ISSUER_WEBHOOK_KEY: issuerKey(),
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
    /** Real and business time go on together. */
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
