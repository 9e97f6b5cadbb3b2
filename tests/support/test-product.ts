import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { Endpoint } from '@cardamom/contract/endpoint'
import type { Config } from '../../server/src/kernel/config.ts'
import { readConfig } from '../../server/src/kernel/config.ts'
import { createLog } from '../../server/src/kernel/log.ts'
import type { Kernel } from '../../server/src/kernel/module.ts'
import { createProduct } from '../../server/src/product.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { makeDataDir } from './data-dir.ts'
import { databaseSettings } from './test-roles.ts'

export type HttpAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies of every shape
  readonly body: any
}

export type TestProduct = {
  readonly kernel: Kernel
  readonly config: Config
  readonly calls: readonly Endpoint[]
  readonly database: TestDatabase
  /** One HTTP request to the whole server, without a socket. */
  readonly request: (call: {
    method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
    path: string
    body?: unknown
    headers?: Readonly<Record<string, string>>
    /** The company's host; `localhost` is House. */
    host?: string
  }) => Promise<HttpAnswer>
  /** The text of `/metrics`. */
  readonly metricsText: () => Promise<string>
  readonly stop: () => Promise<void>
}

const key = () => randomBytes(32).toString('base64')
let publicKey: string | undefined
/** A public key without a known private key, the same for all products of a process: to make one takes 40 ms. */
export const unusedWebhookKey = (): string => {
  publicKey ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
    .publicKey.export({ type: 'spki', format: 'der' })
    .toString('base64')
  return publicKey
}
/**
 * Addresses where no service listens: a test that needs an outside service starts it and passes its address.
 */
const nowhere = 'http://127.0.0.1:9'

/** The whole server on its own database; `env` replaces settings, e.g. the address of an embedded service. */
export const createTestProduct = async (env: Readonly<Record<string, string>> = {}): Promise<TestProduct> => {
  const database = await createTestDatabase()
  const dataDir = makeDataDir('test-data')
  const config = readConfig({
    DATA_DIR: dataDir,
    SANDBOX: 'on',
    PUBLIC_URL: 'http://localhost:4000',
    ...databaseSettings(database),
    ENCRYPTION_KEY: key(),
    LEDGER_SIGNING_KEY: key(),
    SCREENING: 'off',
    RATE_LIMITS: 'off',
    SMTP_URL: 'smtp://127.0.0.1:9',
    KYC_URL: nowhere,
    KYC_API_KEY: 'test',
    KYC_SHARED_SECRET: 'test-secret',
    ISSUER_URL: nowhere,
    ISSUER_API_KEY: 'test',
    ISSUER_WEBHOOK_KEY: unusedWebhookKey(),
    EVM_RPC_URL: nowhere,
    EVM_CHAIN: JSON.stringify(emptyChain),
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
    ...env,
  })
  const product = await createProduct({ config, log: createLog(config.LOG_LEVEL), webDir: null })
  await product.ready()
  return {
    kernel: product.kernel,
    config,
    calls: product.calls,
    database,
    metricsText: product.metricsText,
    request: async ({ method = 'GET', path, body, headers = {}, host = 'localhost:4000' }) => {
      const answer = await product.kernel.app.inject({
        method,
        url: `/api${path}`,
        headers: { host, ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      })
      const text = answer.body
      const isJson = String(answer.headers['content-type'] ?? '').includes('json')
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: isJson && text !== '' ? JSON.parse(text) : text,
      }
    },
    stop: async () => {
      await product.stop()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const noAddress = `0x${'0'.repeat(40)}`
const emptyChain = {
  chainId: 31_337,
  tokens: [],
  feeds: {},
  forwarderFactory: noAddress,
  forwarderInitCodeHash: `0x${'0'.repeat(64)}`,
  treasury: noAddress,
  payoutWallet: noAddress,
}
