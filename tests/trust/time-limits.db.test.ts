import { Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { backUp } from '../../server/src/kernel/backup.ts'
import type { Config } from '../../server/src/kernel/config.ts'
import { ofDuties, roleSettings } from '../../server/src/kernel/database-roles.ts'
import { checkExistingDatabase } from '../../server/src/kernel/existing-database.ts'
import { checkKeys, refuseOtherKeys } from '../../server/src/kernel/key-check.ts'
import { migrate } from '../../server/src/kernel/migrate.ts'
import { createProduct } from '../../server/src/product.ts'
import { createLog } from '../../server/src/kernel/log.ts'
import { existingTestRoles } from '../support/test-roles.ts'
import { makeDataDir } from '../support/data-dir.ts'
import { freePort } from '../support/shared-postgres.ts'
import { createTestProduct, type TestProduct } from '../support/test-product.ts'

/** Every wait in the database is limited: on each connection that a start opens, and for each role. */
let product: TestProduct
beforeAll(async () => {
  product = await createTestProduct()
})
afterAll(() => product.stop())

const keepaliveQuery = `select concat_ws(' ', current_setting('tcp_keepalives_idle'),
  current_setting('tcp_keepalives_interval'), current_setting('tcp_keepalives_count'),
  current_setting('tcp_user_timeout')) as facts`
const limitsQuery = `select current_user as "user", current_setting('application_name') as name,
  current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
  current_setting('idle_in_transaction_session_timeout') as idle`
type Limits = { user: string; name: string; statement: string; lock: string; idle: string }

/** Facts of all connections that end while `use` runs, as the server has them just before. */
const readAtEnd = async (
  read: (client: pg.Client) => Promise<string>,
  use: () => Promise<void>,
): Promise<string[]> => {
  const seen: Promise<string>[] = []
  // oxlint-disable-next-line typescript/unbound-method -- called with its own object below
  const end: (...parts: unknown[]) => unknown = pg.Client.prototype.end
  const spy = vi.spyOn(pg.Client.prototype, 'end').mockImplementation(function (this: pg.Client, ...parts) {
    const facts = read(this)
    seen.push(facts)
    return facts.then(() => Reflect.apply(end, this, parts)) as never
  })
  try {
    await use()
    return [...new Set(await Promise.all(seen))].toSorted()
  } finally {
    spy.mockRestore()
  }
}

const limitsOfEnded = (use: () => Promise<void>): Promise<string[]> =>
  readAtEnd(async (client) => {
    const { rows } = await client.query<Limits>(limitsQuery)
    const [row] = rows
    const duty = /^cardamom_(signer|accounts)$/.exec(row?.user ?? '')?.[1]
    const who = row?.user === 'cardamom_app' ? row.name : (duty ?? 'owner')
    return `${who}: ${row?.statement} ${row?.lock} ${row?.idle}`
  }, use)

const startAndStop = async (changed: Partial<Config> = {}) => {
  const usual = { PORT: await freePort(), HOST: '127.0.0.1', DEMO: 'off' as const }
  const config = { ...product.config, ...usual, ...changed }
  const { DATABASE_URL: ownerUrl, ENCRYPTION_KEY, LEDGER_SIGNING_KEY } = config
  const sourceDir = join(import.meta.dirname, '../../server/src')
  await checkExistingDatabase(
    ownerUrl,
    ofDuties((duty) => config[roleSettings[duty]]),
  )
  await refuseOtherKeys(ownerUrl, { ENCRYPTION_KEY, LEDGER_SIGNING_KEY })
  await migrate({ ownerUrl, sourceDir, roles: existingTestRoles })
  await checkKeys(ownerUrl, { ENCRYPTION_KEY, LEDGER_SIGNING_KEY })
  const started = await createProduct({ config, log: createLog('silent'), webDir: null })
  await started.start()
  await vi.waitFor(async () => {
    const lanes = await started.kernel.jobs.lanes()
    expect(lanes.every(({ silentMs }) => silentMs < 5000)).toBe(true)
  })
  await started.stop()
}

test('every connection of a start has three limits by its purpose', async () => {
  expect(await limitsOfEnded(() => startAndStop())).toEqual([
    ': 10s 5s 15s',
    'accounts: 10s 5s 15s',
    'accounts: 5min 10s 1min',
    'cardamom-leases: 3min 150s 1min',
    'cardamom-listen: 3min 150s 1min',
    'cardamom: 10s 5s 15s',
    'cardamom: 5min 10s 1min',
    'owner: 10s 5s 15s',
    'owner: 1h 1min 1min',
    'signer: 10s 5s 15s',
    'signer: 5min 10s 1min',
  ])
})

/** The same addresses over TCP: the test's database otherwise uses a socket file, which needs no keepalives. */
const overTcp = (url: string): string => {
  const changed = new URL(url)
  changed.host = `127.0.0.1:${changed.port}`
  return changed.toString()
}

test('both sides of every connection of a start notice after a minute that the other host is gone', async () => {
  const roles = ofDuties((duty) => overTcp(product.config[roleSettings[duty]]))
  const urls = {
    DATABASE_URL: overTcp(product.config.DATABASE_URL),
    DATABASE_APP_URL: roles.app,
    DATABASE_SIGNER_URL: roles.signer,
    DATABASE_ACCOUNTS_URL: roles.accounts,
  }
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
  const connect = vi.spyOn(pg.Client.prototype, 'connect')
  const ofServer = await readAtEnd(
    async (client) => {
      const { rows } = await client.query<{ facts: string }>(keepaliveQuery)
      return rows[0]?.facts ?? ''
    },
    () => startAndStop(urls),
  )
  // After 30 s without data three questions follow, one each 10 s.
  expect(ofServer).toEqual(['30 10 3 60000'])
  const ofClient = keepAlive.mock.calls.filter(([, delayMs]) => delayMs === 30_000)
  expect(connect.mock.calls.length).toBeGreaterThan(0)
  expect(ofClient.length).toBeGreaterThanOrEqual(connect.mock.calls.length)
  keepAlive.mockRestore()
  connect.mockRestore()
})

test('a backup has its limits too', async () => {
  const file = join(makeDataDir('limits'), 'whole.backup')
  const { ownerUrl } = product.database
  const seen = await limitsOfEnded(async () => void (await backUp({ ownerUrl, file, at: new Date() })))
  expect(seen).toEqual(['owner: 1d 1min 1h'])
})

const bare = async (url: string): Promise<Limits | undefined> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Limits>(limitsQuery)
  await client.end()
  return rows[0]
}

test('each role has its limits also in a session that sets none', async () => {
  const { ownerUrl, appUrl, signerUrl, accountsUrl } = product.database
  for (const url of [appUrl, signerUrl, accountsUrl])
    expect(await bare(url)).toMatchObject({ statement: '10s', lock: '5s', idle: '15s' })
  expect(await bare(ownerUrl)).toMatchObject({ statement: '1h', lock: '1min', idle: '1min' })
})

test("an operator's setting of a role survives the next start", async () => {
  const { ownerUrl, appUrl } = product.database
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ name: string }>('select quote_ident(current_database()) as name')
  await owner.query(`alter role cardamom_app in database ${rows[0]?.name} set lock_timeout = '7s'`)
  await owner.end()
  await startAndStop()
  expect(await bare(appUrl)).toMatchObject({ statement: '10s', lock: '7s' })
})
