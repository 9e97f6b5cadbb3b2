import { createSpendingProduct } from '../../../tests/support/spending-product.ts'
import { createTwoPeople, newKey, type Admin } from '../approvals/two-people.test-kit.ts'
import { allTenants } from '../kernel/database.ts'
import { writeSetting } from '../settings/settings.sql.ts'
import { createWalletWorld } from '../wallets/wallet-world.test-kit.ts'

export const minuteMs = 60_000

/** The companies of the wallet world with the embedded issuer, and verified people with cards in Lima. */
export const createWalletLoadWorld = async () => {
  const product = await createSpendingProduct()
  // Minutes pass in some tests, in which nobody works.
  await product.kernel.db.write(allTenants, async (sql) => {
    await writeSetting(sql, { key: 'adminSessionIdleMinutes', value: 120, at: new Date(0), by: null })
  })
  const world = await createWalletWorld(product)
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run('update company set automatic_card_creation = true'),
  )
  await product.settle()
  const people = createTwoPeople(product)
  let made = 0
  const holder = async (companyId = world.lima) => {
    made += 1
    const person = await product.person(`holder${made}@test.example`, companyId)
    await product.approve(person.userId, companyId)
    await product.settle()
    return { ...person, card: await product.cardOf(person.userId, companyId) }
  }
  type Holder = Awaited<ReturnType<typeof holder>>
  const bodyOf = (to: Holder, change: object = {}) => ({
    fromOwnerId: world.lima,
    fromWallet: 'immediate',
    cardId: to.card.id,
    total: '500.00',
    fee: '1.00',
    reason: 'Travel budget',
    ...change,
  })
  const send = (to: Holder, change: object = {}, by: Admin = world.first, key = newKey()) =>
    people.confirmed<{ id: string }>(by, '/transfers/to-card', bodyOf(to, change), key)
  const make = async (to: Holder, change: object = {}, by: Admin = world.first) => {
    const answer = await send(to, change, by)
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body.data.id
  }
  const preview = (to: Holder, change: object = {}, { by = world.first, amountIs = 'total' } = {}) => {
    const { total, fee: _fee, reason: _reason, ...rest } = bodyOf(to, change)
    const query = new URLSearchParams({ ...rest, amount: total, amountIs } as Record<string, string>)
    return by.browser.get(`/transfers/to-card/preview?${query.toString()}`)
  }
  const bucket = (code: string, ownerId: string) =>
    product.kernel.db.read(allTenants, async (sql) => {
      const row = await sql.maybe<{ cents: bigint }>(
        `select (case when side = 'D' then -balance else balance end)::int8 as cents from account
         where code = $1 and owner_id = $2`,
        [code, ownerId],
      )
      return row?.cents ?? 0n
    })
  return {
    product,
    world,
    people,
    holder,
    bodyOf,
    send,
    make,
    preview,
    cancel: (id: string, by: Admin = world.first, key = newKey()) =>
      people.confirmed<{ id: string }>(by, `/transfers/${id}/cancellation`, { reason: 'Not needed' }, key),
    detail: async (id: string, by: Admin = world.first) => (await by.browser.get(`/transfers/${id}`)).body,
    row: async (id: string) => {
      const [row] = await product.rows<{
        status: string
        part: number
        waits_for_float: boolean
        waits_for_card: boolean
        refusal: string
      }>('select status, part, waits_for_float, waits_for_card, refusal from wallet_transfer where id = $1', [
        id,
      ])
      return row
    },
    available: (wallet = 'immediate', ownerId = world.lima) => bucket(`wallet.${wallet}.available`, ownerId),
    reserved: (wallet = 'immediate', ownerId = world.lima) => bucket(`wallet.${wallet}.reserved`, ownerId),
    booked: ({ card }: Holder) => bucket('card.available', card.id),
    /** The balance of the card at the issuer, in cents. */
    atIssuer: async ({ card }: Holder): Promise<bigint> => {
      const found = await product.issuer.issuer.readCard(card.issuerCardId)
      if (found.outcome !== 'ok') throw new Error(found.outcome)
      return found.value.availableCents
    },
    fault: (kind: string, more: Record<string, unknown> = {}) =>
      product.issuer.control('/faults', { kind, method: 'PUT', path: '/credit$', remaining: 1, ...more }),
    /** The hourly release runs now, before the session of an administrator ends. */
    release: async () => {
      await product.kernel.db.write(allTenants, (sql) =>
        sql.run(`update job set due_at = $1 where name = 'loads.release'`, [product.kernel.clock.now()]),
      )
      await product.settle()
    },
    /** Advances real and business time, in steps in which jobs run. */
    live: async (ms: number, stepMs = 15_000) => {
      for (let left = ms; left > 0; left -= stepMs) {
        product.wait(Math.min(left, stepMs))
        await product.issuer.control('/clock', { offsetMs: product.aheadMs() })
        await product.settle()
      }
    },
  }
}

export type WalletLoadWorld = Awaited<ReturnType<typeof createWalletLoadWorld>>
