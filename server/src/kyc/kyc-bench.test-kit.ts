import type { Endpoint, SentInputOf, WireOf } from '@cardamom/contract/endpoint'
import { getKyc, startKyc } from '@cardamom/contract/kyc'
import type { PermissionTag } from '@cardamom/contract/roles'
import { freePort } from '../../../tests/support/shared-postgres.ts'
import { createTestBrowser } from '../../../tests/support/test-browser.ts'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'
import { confirmSessions } from '../../../tests/support/step-up-kit.ts'
import { createTestProduct } from '../../../tests/support/test-product.ts'
import { insertOverrides } from '../access/tag-overrides.sql.ts'
import { houseId } from '../companies/company.ts'
import { ownSecretHash } from '../../../tests/support/test-people.ts'
import { encryptPrivate } from '../identity/private-fields.ts'
import { noReferrer } from '../identity/user.ts'
import { insertUser } from '../identity/users.sql.ts'
import { allTenants } from '../kernel/database.ts'
import { kycKeys, startEmbeddedKyc, until } from '../providers/kyc/embedded-kyc.test-kit.ts'

type KycFormInput = SentInputOf<typeof startKyc>
const usualForm: KycFormInput = {
  firstName: 'Lucía',
  lastName: 'Ferrer',
  documentType: 'ID_CARD',
  country: 'PE',
}
type Body = { success: boolean; code?: string; data?: unknown; errors?: Record<string, string[]> }
type Person = {
  firstName?: string
  lastName?: string
  birthDate?: string | null
  verified?: boolean
  roleId?: number
  companyId?: string
}

/** The whole product on a real database, over HTTP, against the embedded verification service. */
export const startKycBench = async (env: Readonly<Record<string, string>> = {}) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const provider = await startEmbeddedKyc({ webhookBase: url })
  const product = await createTestProduct({
    PORT: String(port),
    KYC_URL: provider.url,
    KYC_API_KEY: kycKeys.apiKey,
    KYC_SHARED_SECRET: kycKeys.sharedSecret,
    ...env,
  })
  const { app, db, clock, ids, jobs, encryption, write } = product.kernel
  await app.listen({ port, host: '127.0.0.1' })
  const browsers = new Map<string, TestBrowser>()

  const insert = async (id: string, of: Person) => {
    const now = clock.now()
    const privately = { mobile: null, street: null, zip: null }
    const { birthDate = '1991-04-12', verified = true } = of
    const { encrypted } = await encryptPrivate(encryption, id, { ...privately, birthDate })
    await write(allTenants, ({ sql }) =>
      insertUser(sql, ids, {
        id,
        companyId: of.companyId ?? houseId,
        roleId: of.roleId ?? 2,
        email: `${id}@example.com`,
        emailVerifiedAt: now,
        passwordHash: ownSecretHash,
        firstName: of.firstName ?? 'Lucía',
        lastName: of.lastName ?? 'Ferrer',
        gender: null,
        city: null,
        state: null,
        country: 'PE',
        encrypted,
        mobileDigest: null,
        attribution: noReferrer,
        locale: 'en',
        isTest: false,
        createdAt: now,
      }),
    )
    return verified
  }
  /** Creates a person who is logged in, and returns their id. */
  const person = async (of: Person = {}) => {
    const id = ids.next()
    const verified = await insert(id, of)
    const browser = createTestBrowser(app)
    const login = await browser.post<{ token: string }>('/sessions', {
      login: `${id}@example.com`,
      password: 'own secret',
    })
    if (login.status !== 201) throw new Error(login.text)
    browser.setToken(login.body.data.token)
    browsers.set(id, browser)
    if (!verified) {
      await write(allTenants, ({ sql }) =>
        sql.run('update app_user set email_verified_at = null where id = $1', [id]),
      )
    }
    return id
  }
  const call = async (
    by: string | null,
    endpoint: Pick<Endpoint, 'method' | 'path'>,
    sent: { params?: Record<string, string>; input?: object; version?: number } = {},
  ) => {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => sent.params?.[name] ?? '')
    const browser = browsers.get(by ?? '') ?? createTestBrowser(app)
    const isQuery = endpoint.method === 'GET'
    const query = isQuery && sent.input ? `?${new URLSearchParams({ ...sent.input }).toString()}` : ''
    // Staff operations need a recent second factor (S1). The tests of `access` show how a person confirms.
    if (by !== null) await confirmSessions(product.kernel, by)
    const headers = sent.version === undefined ? {} : { 'if-match': String(sent.version) }
    const answer = await (isQuery
      ? browser.get(`${path}${query}`)
      : browser.post(path, sent.input, { headers }))
    return { status: answer.status, body: answer.body as Body, headers: answer.headers }
  }
  const grant = (to: { userId: string; by: string; companyId?: string; tags: readonly PermissionTag[] }) =>
    write(allTenants, ({ sql }) =>
      insertOverrides(sql, ids, { companyId: houseId, effect: 'granted', at: clock.now(), ...to }),
    )
  const view = async (by: string): Promise<WireOf<typeof getKyc>> =>
    (await call(by, getKyc)).body.data as WireOf<typeof getKyc>
  const settle = async () => {
    await provider.flush()
    await jobs.drain()
  }
  return {
    provider,
    database: product.database,
    db,
    clock,
    jobs,
    write,
    url,
    person,
    /** Sends one call as a person, or without a login. The step-up is confirmed by the password. */
    call,
    /** Grants tags, as two administrators would. */
    grant,
    /** The product, to create companies. */
    product,
    view,
    start: (by: string, form: Partial<KycFormInput> = {}) =>
      call(by, startKyc, { input: { ...usualForm, ...form } }),
    /** Starts a check and returns the id of its session at the provider. */
    startIt: async (by: string, form: Partial<KycFormInput> = {}): Promise<string> => {
      const answer = await call(by, startKyc, { input: { ...usualForm, ...form } })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      const { id } = await db.read(allTenants, (sql) =>
        sql.one<{ id: string }>(
          'select provider_session_id as id from kyc_session s join kyc_case c on c.session_id = s.id where c.user_id = $1',
          [by],
        ),
      )
      return id
    },
    /** Sends the provider's pending webhooks and runs the jobs that are due. */
    settle,
    /** Settles until the case has this status. */
    reach: (by: string, status: string) =>
      until(async () => {
        await settle()
        const seen = await view(by)
        return seen.status === status && seen
      }),
    /** Advances both clocks and runs what is due then. */
    advance: async (ms: number) => {
      clock.setOffset(clock.offsetMs() + ms)
      await provider.advance(clock.offsetMs())
      await settle()
    },
    count: async (table: 'kyc_event' | 'kyc_session' | 'kyc_attempt' | 'screening_check'): Promise<number> =>
      Number(
        (await db.read(allTenants, (sql) => sql.one<{ n: bigint }>(`select count(*) as n from ${table}`))).n,
      ),
    /** Number of jobs with this name that are due or running. */
    waiting: async (name: string): Promise<number> =>
      (await db.read(allTenants, (sql) => sql.rows('select id from job where name = $1', [name]))).length,
    stop: async () => {
      await product.stop()
      await provider.stop()
    },
  }
}

export type KycBench = Awaited<ReturnType<typeof startKycBench>>
