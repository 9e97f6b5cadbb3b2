import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { houseId } from '../../server/src/companies/company.ts'
import { readConfig } from '../../server/src/kernel/config.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createLog } from '../../server/src/kernel/log.ts'
import { migrate } from '../../server/src/kernel/migrate.ts'
import type { Kernel } from '../../server/src/kernel/module.ts'
import { startEmbeddedPostgres } from '../../server/src/kernel/postgres.ts'
import { newSecret } from '../../server/src/access/secrets.ts'
import { insertSession } from '../../server/src/access/sessions.sql.ts'
import { noReferrer } from '../../server/src/identity/user.ts'
import { insertUser } from '../../server/src/identity/users.sql.ts'
import { createProduct, type Product } from '../../server/src/product.ts'
import { sessionCookie } from '../simulation/people.ts'
import { makeDataDir } from '../support/data-dir.ts'
import { freePort } from '../support/shared-postgres.ts'
import { databaseSettings, testRoles, testRoleUrls } from '../support/test-roles.ts'
import type { SignedIn } from './callers.ts'

const key = () => randomBytes(32).toString('base64')
const issuerKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .publicKey.export({ type: 'spki', format: 'der' })
    .toString('base64')
/** No service listens here: the measured calls use no outside service. */
const nowhere = 'http://127.0.0.1:9'
const noAddress = `0x${'0'.repeat(40)}`
const emptyChain = JSON.stringify({
  chainId: 31_337,
  tokens: [],
  feeds: {},
  forwarderFactory: noAddress,
  forwarderInitCodeHash: `0x${'0'.repeat(64)}`,
  treasury: noAddress,
  payoutWallet: noAddress,
})

/** A signed-in person. */
export type MeasuredPerson = SignedIn & { readonly userId: string; readonly companyId: string }

export type MeasuredProduct = {
  readonly kernel: Kernel
  readonly ownerUrl: string
  /** Process id of the database's server. */
  readonly databasePid: string
  readonly port: number
  /** Creates a person of this role, by default in the operator's own company, and signs them in. */
  readonly signIn: (roleId: number, companyId?: string) => Promise<MeasuredPerson>
  readonly stop: () => Promise<void>
}

const signInWith =
  ({ db, ids, clock }: Kernel, cookieName: string) =>
  async (roleId: number, companyId = houseId): Promise<MeasuredPerson> => {
    const whose = { userId: ids.next(), companyId }
    const at = clock.realNow()
    const [token, cookie] = [newSecret(ids), newSecret(ids)]
    await db.write(allTenants, async (sql) => {
      await insertUser(sql, ids, {
        id: whose.userId,
        companyId: whose.companyId,
        roleId,
        email: `${whose.userId}@example.com`,
        emailVerifiedAt: at,
        passwordHash: 'no password opens this',
        firstName: 'Ana',
        lastName: 'Paz',
        gender: null,
        city: null,
        state: null,
        country: null,
        encrypted: null,
        mobileDigest: null,
        attribution: noReferrer,
        locale: 'en',
        isTest: false,
        createdAt: at,
      })
      const session = { id: ids.next(), ...whose, token, cookie, address: '10.0.0.1', device: 'load' }
      await insertSession(sql, { ...session, at })
    })
    return { ...whose, token, cookie: `${cookieName}=${cookie}` }
  }

/** The encryption key of a folder that stays: a database is opened with the key that it was made with. */
const keyOf = (dir: string): string => {
  const file = join(dir, 'encryption.key')
  if (!existsSync(file)) writeFileSync(file, key(), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

type MeasuredOptions = {
  /** Folder of a database that stays for the next run. */
  readonly dir?: string
  /** The built web app. */
  readonly webDir?: string
}

/**
 * The whole server over HTTP on a new database with fsync on. Rate limits and back-pressure are off, and jobs
 * do not run. `mountProbe` mounts calls of the measurement itself.
 */
export const startMeasuredProduct = async (
  mountProbe?: (kernel: Kernel) => void,
  { dir: lasting, webDir }: MeasuredOptions = {},
): Promise<MeasuredProduct> => {
  if (lasting !== undefined) mkdirSync(lasting, { recursive: true, mode: 0o755 })
  const dir = lasting ?? makeDataDir('load')
  const port = await freePort()
  const postgres = await startEmbeddedPostgres({ dir, port: await freePort() })
  const stopDatabase = async () => {
    await postgres.stop()
    if (lasting === undefined) rmSync(dir, { recursive: true, force: true })
  }
  let product: Product | null = null
  try {
    const sourceDir = join(import.meta.dirname, '../../server/src')
    await migrate({ ownerUrl: postgres.ownerUrl, sourceDir, roles: testRoles() })
    const config = readConfig({
      DATA_DIR: dir,
      ...databaseSettings({ ownerUrl: postgres.ownerUrl, ...testRoleUrls(postgres.ownerUrl) }),
      SANDBOX: 'on',
      PUBLIC_URL: `http://localhost:${webDir === undefined ? 4000 : port}`,
      ENCRYPTION_KEY: keyOf(dir),
      LEDGER_SIGNING_KEY: key(),
      SCREENING: 'off',
      RATE_LIMITS: 'off',
      DEMO: 'off',
      LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
      SMTP_URL: 'smtp://127.0.0.1:9',
      KYC_URL: nowhere,
      KYC_API_KEY: 'load',
      KYC_SHARED_SECRET: 'load-secret',
      ISSUER_URL: nowhere,
      ISSUER_API_KEY: 'load',
      ISSUER_WEBHOOK_KEY: issuerKey(),
      EVM_RPC_URL: nowhere,
      EVM_CHAIN: emptyChain,
    })
    const made = await createProduct({ config, log: createLog(config.LOG_LEVEL), webDir: webDir ?? null })
    product = made
    const { kernel } = made
    mountProbe?.(kernel)
    await made.ready()
    await kernel.app.listen({ port, host: '127.0.0.1' })
    return {
      kernel,
      ownerUrl: postgres.ownerUrl,
      databasePid: String(postgres.pid),
      port,
      signIn: signInWith(kernel, webDir === undefined ? sessionCookie : `__Host-cardamom-${port}`),
      stop: async () => {
        await made.stop()
        await stopDatabase()
      },
    }
  } catch (error) {
    await product?.stop()
    await stopDatabase()
    throw error
  }
}

export const middle = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0
export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits))
export const say = (text: string): void => void process.stdout.write(`${text}\n`)
