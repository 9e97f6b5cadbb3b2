import type { getSettingPage } from '@cardamom/contract/settings/setting-changes'
import type { WireOf } from '@cardamom/contract/endpoint'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAdmin, createTwoPeople, type Admin } from '../../server/src/approvals/two-people.test-kit.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import type { SqlValue } from '../../server/src/kernel/queries.ts'
import { createPeopleProduct, type PeopleProduct } from '../support/people-product.ts'
import { logIn, makeUser } from '../support/test-people.ts'

type Page = WireOf<typeof getSettingPage>

let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
const who: Record<'boss' | 'second', Admin> = {} as never

beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  people = createTwoPeople(product)
  who.boss = await createAdmin(product, { name: 'boss', roleId: 6 })
  who.second = await createAdmin(product, { name: 'second', roleId: 6 })
  await makeUser(product, { email: 'viewer@example.com', roleId: 3 })
  await makeUser(product, { email: 'lucia@example.com', roleId: 2 })
})
afterAll(() => product.stop())

const run = (text: string, values: readonly SqlValue[] = []) =>
  product.kernel.db.write(allTenants, (sql) => sql.run(text, values))
beforeEach(() => run('delete from setting'))

const send = async (changes: object) => {
  const { version } = (await who.boss.browser.get<Page>('/setting-pages/authentication')).body.data
  const body = { version, reason: 'Agreed on Monday', ...changes }
  return people.confirmed<{ approvalId: string }>(who.boss, '/settings/authentication', body)
}
/** A change that a second person approved. */
const change = async (changes: object) => {
  const requested = await send(changes)
  expect(requested.status, requested.text).toBe(202)
  const { status } = (await people.approve(who.second, requested.body.data.approvalId)).body.data
  expect(status).toBe('approved')
}
const setPasskeys = (names: readonly string[]) =>
  run('update app_user set passkey_enabled = (username = any($1))', [names])

test('a longer password is required of the next new one, and old ones open their accounts', async () => {
  const lucia = await logIn(product, 'lucia')
  const choose = async (password: string) =>
    lucia.post('/me/password', { oldPassword: 'own secret', password, confirmation: password })
  await change({ passwordMinimum: 14 })
  expect((await choose('q7 w9z r42')).body.errors).toEqual({ password: ['Choose a longer password.'] })
  expect((await lucia.get<{ passwordMinimum: number }>('/config')).body.data.passwordMinimum).toBe(14)
  expect((await (await logIn(product, 'lucia')).get('/security')).status).toBe(200)
})

test('a session that is unused for longer than a new limit is over at the next request', async () => {
  const admin = await logIn(product, 'viewer')
  const lucia = await logIn(product, 'lucia')
  const rest = () =>
    run(
      `update session set last_used_at = last_used_at - interval '9 minutes'
        where user_id in (select id from app_user where username in ('viewer', 'lucia'))`,
    )
  await rest()
  expect((await admin.get('/security')).status).toBe(200)
  await change({ adminSessionIdleMinutes: 8 })
  await rest()
  expect((await admin.get('/security')).status).toBe(401)
  expect((await lucia.get('/security')).status).toBe(200)
})

test('a required passkey stops a person at the next request, until they have one', async () => {
  await setPasskeys(['boss', 'second'])
  const viewer = await logIn(product, 'viewer')
  const code = async () => (await viewer.get('/setting-pages/general')).body.code
  const isMandatory = async () => {
    const { user } = JSON.parse((await viewer.get('/getUserAuths')).text) as {
      user: { user_company: { passkey_mandatory: number } }[]
    }
    return user[0]?.user_company.passkey_mandatory
  }
  expect([await isMandatory(), await code()]).toEqual([0, undefined])
  await change({ passkeyGroups: ['administrators', 'topAdministrators'] })
  expect([await isMandatory(), await code()]).toEqual([1, 'unauthorized_access'])
  expect((await (await logIn(product, 'lucia')).get('/security')).status).toBe(200)
  await setPasskeys(['boss', 'second', 'viewer'])
  expect(await code()).toBe(undefined)
})

test('a rule that would shut out every super administrator is refused, and says what to do', async () => {
  await setPasskeys(['viewer'])
  const refusal = await send({ passkeyGroups: ['topAdministrators'] })
  expect(refusal.status).toBe(422)
  expect(refusal.body.errors?.['passkeyGroups']?.[0]).toContain('First add a passkey')
  await setPasskeys(['second'])
  expect((await send({ passkeyGroups: ['topAdministrators'] })).status).toBe(202)
})

test('a person chooses only among the lock times of the operator', async () => {
  const lucia = await logIn(product, 'lucia')
  await change({ lockChoices: [60, 120] })
  const { lockChoicesSeconds } = (await lucia.get<{ lockChoicesSeconds: number[] }>('/security')).body.data
  expect(lockChoicesSeconds).toEqual([60, 120])
  const choose = async (lockAfterSeconds: number) =>
    (await lucia.patch('/security', { lockAfterSeconds })).status
  expect([await choose(300), await choose(120)]).toEqual([422, 200])
})
