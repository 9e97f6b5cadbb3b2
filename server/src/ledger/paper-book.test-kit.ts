import type { AccountKey, Journal } from '../kernel/plan.ts'
import { accountId } from './account-id.ts'
import { chartAccount } from './chart.ts'
import { currencyOf, imbalance } from './posting.ts'

/** A ledger in memory without checks. It adds up the journals of builders, and tests read the sums. */
export const createPaperBook = () => {
  const balances = new Map<string, { key: AccountKey; balance: bigint }>()
  const refs = new Map<string, bigint>()
  const line = (key: AccountKey) => {
    const found = chartAccount(key.code, key.asset !== undefined)
    if (!found) throw new Error(`${key.code} is not in the chart`)
    return found
  }
  const natural = (key: AccountKey): bigint => {
    const balance = balances.get(accountId(key))?.balance ?? 0n
    return line(key).side === 'C' ? balance : -balance
  }
  return {
    post: (...journals: (Journal | null)[]) => {
      for (const each of journals) {
        if (!each) continue
        const fault = imbalance(each.legs)
        if (fault) throw new Error(`${each.key}: ${fault}`)
        for (const { account, amount, ref } of each.legs) {
          const id = accountId(account)
          balances.set(id, { key: account, balance: (balances.get(id)?.balance ?? 0n) + amount })
          const shift = line(account).side === 'C' ? amount : -amount
          if (line(account).hasRefs) refs.set(`${id} ${ref}`, (refs.get(`${id} ${ref}`) ?? 0n) + shift)
        }
      }
    },
    natural,
    /** Sum of the natural balances of a code over all its owners. */
    total: (code: string): bigint =>
      [...balances.values()]
        .filter(({ key }) => key.code === code)
        .reduce((sum, { key }) => sum + natural(key), 0n),
    refs: () => [...refs.values()],
    /** Sum of all balances in a currency: zero in any book. */
    sum: (currency: string): bigint =>
      [...balances.values()]
        .filter(({ key }) => currencyOf(key) === currency)
        .reduce((sum, { balance }) => sum + balance, 0n),
    /** Every balance that is not zero, by id; tests compare two books by it. */
    state: (): Record<string, bigint> =>
      Object.fromEntries(
        [...balances].filter(([, { balance }]) => balance !== 0n).map(([id, { balance }]) => [id, balance]),
      ),
  }
}
