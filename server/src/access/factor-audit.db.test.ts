import type { StepUpRequest } from '@cardamom/contract/access/step-up'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseAudit } from '../../../tests/support/audit-fault.ts'
import { createProver, enrol, grantBy, newKey, type Prover } from '../../../tests/support/factor-person.ts'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { startTestAuth, type TestAuth } from '../../../tests/support/test-auth.ts'
import { logIn, makeUser } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'

let auth: TestAuth
let product: PeopleProduct
let prover: Prover
beforeAll(async () => {
  auth = await startTestAuth()
  product = await createPeopleProduct({ env: { ...auth.env } })
  prover = createProver(auth)
})
afterAll(async () => {
  await product.stop()
  await auth.stop()
})

const rows = (text: string, values: readonly string[]) =>
  product.kernel.db.read(allTenants, (sql) => sql.rows(text, values))

let people = 0
const withPasskey = async () => {
  people += 1
  const email = `audited${people}@example.com`
  const userId = await makeUser(product, { email, roleId: 2 })
  const browser = await logIn(product, `audited${people}`)
  const key = newKey()
  const factor = await enrol(browser, 'passkey', (token) => prover.register(key, token))
  return { email, userId, browser, key, prover, factor }
}
type Person = Awaited<ReturnType<typeof withPasskey>>

const removals = [
  {
    action: 'DELETE /factors/:id',
    send: ({ browser, factor }: Person, headers: Record<string, string>) =>
      browser.send<StepUpRequest>('DELETE', `/factors/${factor.id}`, { headers }),
  },
  {
    action: 'POST /authsignal/delete/passkey/:userId',
    send: ({ browser, userId }: Person, headers: Record<string, string>) =>
      browser.send<StepUpRequest>('POST', `/authsignal/delete/passkey/${userId}`, { body: {}, headers }),
  },
]

/** What a removal stores: audit row, event of the person's history, and the factors that are left. */
const stored = async ({ userId }: Person, action: string) => ({
  audited: (await rows('select 1 from audit where actor_id = $1 and action = $2', [userId, action])).length,
  told: (await rows(`select 1 from security_event where user_id = $1 and kind = 'factor_removed'`, [userId]))
    .length,
  factors: (await rows('select 1 from factor where user_id = $1', [userId])).length,
})

test.each(removals)(
  '$action: the removal and its audit row are stored together or not at all',
  async (of) => {
    const { action, send } = of
    const me = await withPasskey()
    const refusal = await send(me, {})
    expect(refusal.body.code).toBe('step_up_required')
    const grant = await grantBy(me, refusal.body.data)
    const before = await rows('select 1 from audit where actor_id = $1 and action = $2', [me.userId, action])
    const mend = await refuseAudit(product.database, action)
    expect((await send(me, { 'step-up': grant })).status).toBe(500)
    await mend()
    expect(await stored(me, action)).toEqual({ audited: before.length, told: 0, factors: 1 })
    // The provider has removed it, so the next read of the factors stores the removal and tells the person.
    expect((await me.browser.get<{ items: object[] }>('/factors')).body.data.items).toEqual([])
    expect(await stored(me, action)).toEqual({ audited: before.length, told: 1, factors: 0 })
  },
)

test.each(removals)('$action: a removal has one audit row', async ({ action, send }) => {
  const me = await withPasskey()
  const grant = await grantBy(me, (await send(me, {})).body.data)
  expect((await send(me, { 'step-up': grant })).status).toBe(200)
  const audited = `select outcome from audit where actor_id = $1 and action = $2 order by id`
  expect(await rows(audited, [me.userId, action])).toEqual([
    { outcome: 'step_up_required' },
    { outcome: 'done' },
  ])
  expect(await stored(me, action)).toMatchObject({ told: 1, factors: 0 })
})
