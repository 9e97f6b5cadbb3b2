import { createPeopleProduct } from '../../../tests/support/people-product.ts'
import { storePasskey } from '../../../tests/support/step-up-kit.ts'
import { logIn } from '../../../tests/support/test-people.ts'
import { createAdmin, createTwoPeople, newKey, type Admin } from '../approvals/two-people.test-kit.ts'
import { allTenants } from '../kernel/database.ts'
import { credit, debit, journal } from '../ledger/posting.ts'
import type { PayoutAttempt } from '../payouts/payout.ts'
import { readPayout } from '../payouts/payouts.sql.ts'
import { requireNoTransaction } from '../kernel/open-transaction.ts'
import type { RatesPort } from '../providers/rates/port.ts'
import { createWalletWorld } from '../wallets/wallet-world.test-kit.ts'
import { createWithdrawalPayouts } from './withdrawal-payout.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`
const chain = JSON.stringify({
  chainId: 31_337,
  tokens: [{ symbol: 'USDT', name: 'Tether', address: address('3'), decimals: 6, network: 'ethereum' }],
  feeds: { USDT: [address('4'), address('5')] },
  forwarderFactory: address('0'),
  forwarderInitCodeHash: `0x${'0'.repeat(64)}`,
  treasury: address('1'),
  payoutWallet: address('2'),
})
export const payee = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
export const hourMs = 3_600_000

/** The wallets of the tests, people who withdraw and approve, and the steps of a payment without its chain. */
export const createWithdrawalWorld = async () => {
  const product = await createPeopleProduct({ env: { EVM_CHAIN: chain, RATE_LIMITS: 'off' } })
  const { kernel } = product
  const world = await createWalletWorld(product)
  const people = createTwoPeople(product)
  const eva: Admin = {
    userId: world.eva,
    companyId: world.lima,
    browser: await logIn(product, 'eva'),
  }
  await storePasskey(kernel, eva)
  const checker = await createAdmin(product, { name: 'checker', roleId: 1 })

  const addAddress = async (by: Admin, change: object = {}) => {
    const body = { of: 'company', label: 'Treasury', network: 'ethereum', address: payee, ...change }
    return people.confirmed<{ id: string; usableFrom: string }>(by, '/payout-addresses', body)
  }
  const bodyOf = (addressId: string, change: object = {}) => ({
    of: 'company',
    wallet: 'regular',
    asset: 'USDT',
    addressId,
    total: '100.00',
    fee: '1.00',
    description: 'December',
    ...change,
  })
  const request = (by: Admin, addressId: string, change: object = {}, key = newKey()) =>
    people.confirmed<{ id: string; ref: string }>(by, '/withdrawals', bodyOf(addressId, change), key)
  const make = async (by: Admin, addressId: string, change: object = {}): Promise<string> => {
    const answer = await request(by, addressId, change)
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body.data.id
  }
  const approve = (by: Admin, id: string, change: object = {}, key = newKey()) =>
    people.confirmed<{ id: string }>(
      by,
      `/withdrawals/${id}/approval`,
      { net: '99.00', address: payee, ...change },
      key,
    )
  const row = <T extends object>(text: string, values: unknown[] = []): Promise<T | undefined> =>
    kernel.db.read(allTenants, async (sql) => (await sql.maybe<T>(text, values as string[])) ?? undefined)
  /** Coins that the payout wallet has. */
  const fundPayouts = async (units: bigint) => {
    const id = kernel.ids.next()
    const asset = 'USDT@ethereum'
    const funded = journal({
      kind: 'capital.contributed',
      key: `capital:${id}`,
      command: `fund ${id}`,
      effectiveAt: kernel.clock.now(),
      subjectId: id,
      legs: [debit({ code: 'crypto.payout', asset }, units), credit({ code: 'fx.units', asset }, units)],
    })
    await kernel.apply({ journals: [funded] })
  }
  const rates = (midRate: bigint): RatesPort => ({
    readMid: async (_asset, at) => {
      // As the feed of the chain does: a rate is never read inside of a transaction.
      requireNoTransaction('The rates')
      return { midRate, at }
    },
  })

  /** What the queue of payments does with the payment of a withdrawal, at this mid rate. */
  const payment = async (id: string, midRate = 99_940_000n) => {
    const owner = createWithdrawalPayouts({
      clock: kernel.clock,
      rates: rates(midRate),
      rail: {
        assets: [{ symbol: 'USDT', name: 'Tether', network: 'ethereum', tokenAddress: '', decimals: 6 }],
      },
    })
    const found = await row<{ id: string }>('select id from payout where owner_id = $1', [id])
    const read = async () => {
      const payout = await kernel.db.read(allTenants, (sql) => readPayout(sql, found?.id ?? id))
      if (!payout) throw new Error('There is no payment')
      return payout
    }
    const attempt = (n: number) => ({ n, txHash: `0x${String(n).repeat(64)}` }) as PayoutAttempt
    const apply = async (part: object | undefined) =>
      part ? (await kernel.apply({ journals: [], ...part })).outcome : null
    const within = kernel.db
    return {
      send: async (n = 1) => {
        const payout = await read()
        const midRate = await owner.readRate(payout)
        const sent = await within.read(allTenants, (sql) => owner.prepareSend(sql, payout, { n, midRate }))
        return { units: sent?.units ?? null, outcome: await apply(sent?.part) }
      },
      confirm: async (n = 1) => {
        const payout = await read()
        return apply(await within.read(allTenants, (sql) => owner.onConfirmed(sql, payout, attempt(n))))
      },
      fail: async (n = 1) => {
        const payout = await read()
        const failed = await within.read(allTenants, (sql) => owner.onFailed(sql, payout, attempt(n)))
        return { again: failed.again, outcome: await apply(failed.part) }
      },
      stop: async () => {
        const payout = await read()
        return apply(await within.read(allTenants, (sql) => owner.onStopped(sql, payout)))
      },
    }
  }
  const bucket = async (ownerId: string, name: string): Promise<bigint> => {
    const found = await row<{ cents: bigint }>(
      `select (case when side = 'D' then -balance else balance end)::int8 as cents from account
       where code = $1 and owner_id = $2`,
      [name, ownerId],
    )
    return found?.cents ?? 0n
  }
  return {
    ...world,
    product,
    people,
    eva,
    checker,
    addAddress,
    bodyOf,
    request,
    make,
    approve,
    payment,
    row,
    bucket,
    fundPayouts,
  }
}

export type WithdrawalWorld = Awaited<ReturnType<typeof createWithdrawalWorld>>
