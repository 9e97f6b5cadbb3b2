import { rmSync } from 'node:fs'
import { makeDataDir } from './data-dir.ts'
import { createTestBrowser, type TestBrowser } from './test-browser.ts'
import { approvePerson } from './verified-case.ts'
import { createTestDatabase } from './test-database.ts'
import { acceptAnyTime } from './posting-times.ts'
import { freePort } from './shared-postgres.ts'
import { databaseSettings, type DatabaseUrls } from './test-roles.ts'
import { houseId } from '../../server/src/companies/company.ts'
import { ownSecretHash } from './test-people.ts'
import { encryptPrivate } from '../../server/src/identity/private-fields.ts'
import { noReferrer } from '../../server/src/identity/user.ts'
import { insertUser } from '../../server/src/identity/users.sql.ts'
import { readConfig } from '../../server/src/kernel/config.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createLog } from '../../server/src/kernel/log.ts'
import { createProduct } from '../../server/src/product.ts'
import { startTestIssuer } from '../../server/src/providers/issuer/issuer.test-kit.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const nowhere = 'http://127.0.0.1:9'
const noAddress = `0x${'0'.repeat(40)}`
const noChain = {
  chainId: 31_337,
  tokens: [],
  feeds: {},
  forwarderFactory: noAddress,
  forwarderInitCodeHash: `0x${'0'.repeat(64)}`,
  treasury: noAddress,
  payoutWallet: noAddress,
}

type Issuer = Awaited<ReturnType<typeof startTestIssuer>>
type Product = Awaited<ReturnType<typeof createProduct>>

const environment = (
  issuer: Issuer,
  of: DatabaseUrls & { port: number; dataDir: string },
): NodeJS.ProcessEnv => ({
  DATA_DIR: of.dataDir,
  ...databaseSettings(of),
  SANDBOX: 'on',
  PUBLIC_URL: 'http://localhost:4000',
  PORT: String(of.port),
  ENCRYPTION_KEY: key,
  LEDGER_SIGNING_KEY: key,
  SCREENING: 'off',
  RATE_LIMITS: 'off',
  LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
  SMTP_URL: 'smtp://127.0.0.1:9',
  KYC_URL: nowhere,
  KYC_API_KEY: 'test',
  KYC_SHARED_SECRET: 'test-secret',
  ISSUER_URL: issuer.url,
  ISSUER_API_KEY: issuer.apiKey,
  ISSUER_WEBHOOK_KEY: issuer.webhookKey,
  EVM_RPC_URL: nowhere,
  EVM_CHAIN: JSON.stringify(noChain),
  SANDBOX_SERVICES: JSON.stringify({
    issuer: { baseUrl: issuer.url, controlUrl: issuer.url, controlToken: issuer.controlToken },
  }),
})

/** A person with all data that the issuer requires, ready to be verified; the password is `own secret`. */
const makePerson = async (product: Product, email: string, companyId: string): Promise<string> => {
  const { ids, clock, db, encryption } = product.kernel
  const id = ids.next()
  const fields = { birthDate: '1990-04-12', mobile: '+51999000111', street: 'Av. Larco 101', zip: '15074' }
  const { encrypted, mobileDigest } = await encryptPrivate(encryption, id, fields)
  const at = clock.now()
  await db.write(allTenants, (sql) =>
    insertUser(sql, ids, {
      id,
      companyId,
      roleId: 2,
      email,
      emailVerifiedAt: at,
      passwordHash: ownSecretHash,
      firstName: 'Lucía',
      lastName: 'Ferrer',
      gender: null,
      city: 'Lima',
      state: null,
      country: 'PE',
      encrypted,
      mobileDigest,
      attribution: noReferrer,
      locale: 'en',
      isTest: false,
      createdAt: at,
    }),
  )
  return id
}

const logIn = async (product: Product, email: string): Promise<TestBrowser> => {
  const browser = createTestBrowser(product.kernel.app)
  const answer = await browser.post<{ token: string }>('/sessions', { login: email, password: 'own secret' })
  if (answer.status !== 201) throw new Error(answer.text)
  browser.setToken(answer.body.data.token)
  return browser
}

/**
 * The whole server with the embedded issuer, for tests of cards; `createSpendingProduct` can load them too. Each has
 * its own port, so that webhooks are really sent. Jobs run
 * when `settle` is called; `wait` advances real time and business time together. `env` replaces settings,
 * such as the address of a real chain.
 */
export const createCardProduct = async (env: Readonly<Record<string, string>> = {}) => {
  const issuer = await startTestIssuer()
  const database = await createTestDatabase()
  await acceptAnyTime(database.ownerUrl)
  const port = await freePort()
  const dataDir = makeDataDir('card')
  const config = readConfig({ ...environment(issuer, { ...database, port, dataDir }), ...env })
  let addedMs = 0
  let stoppedAtMs: number | null = null
  const product = await createProduct({
    config,
    log: createLog(config.LOG_LEVEL),
    webDir: null,
    realMs: () => (stoppedAtMs ?? Date.now()) + addedMs,
  })
  const { kernel } = product
  await kernel.app.listen({ port, host: '127.0.0.1' })
  await kernel.db.write(allTenants, (sql) =>
    sql.run('update company set automatic_card_creation = true where id = $1', [houseId]),
  )
  const settle = async () => {
    for (let round = 0; round < 4; round += 1) {
      await kernel.jobs.drain()
      await issuer.control('/webhooks/flush', {})
    }
    await kernel.jobs.drain()
  }
  const rows = <R extends object>(text: string, values: readonly string[] = []) =>
    kernel.db.read(allTenants, (sql) => sql.rows<R>(text, values))
  return {
    kernel,
    issuer,
    port,
    settle,
    rows,
    wait: (ms: number) => {
      addedMs += ms
    },
    /**
     * Time stands still meanwhile, however slow the machine is: what is due a second later is still due
     * later.
     */
    inOneMoment: async (change: () => Promise<void>) => {
      stoppedAtMs = Date.now()
      await change()
      stoppedAtMs = null
    },
    /** How far business time is ahead of this machine's; the embedded services must follow it. */
    aheadMs: () => addedMs + kernel.clock.offsetMs(),
    person: async (email: string, companyId = houseId) => {
      const userId = await makePerson(product, email, companyId)
      return { userId, browser: await logIn(product, email) }
    },
    approve: (userId: string, companyId = houseId) => approvePerson(kernel, { userId, companyId }),
    /** The one card of a person, as its row. */
    cardOf: async (userId: string, companyId = houseId) => {
      const [card, ...others] = await rows<{ id: string; status: string; issuer_card_id: string }>(
        'select id, status, issuer_card_id from card where user_id = $1',
        [userId],
      )
      if (!card || others.length > 0) throw new Error(`${others.length + (card ? 1 : 0)} cards`)
      return { ...card, issuerCardId: card.issuer_card_id, companyId, userId }
    },
    stop: async () => {
      await issuer.stop()
      await product.stop()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type CardProduct = Awaited<ReturnType<typeof createCardProduct>>
