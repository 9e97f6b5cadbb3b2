import { InconsistentFacts } from '../kernel/decisions.ts'
import type { AccountKey, Journal, Leg, Plan } from '../kernel/plan.ts'
import { chartAccount, isTwin } from './chart.ts'
import { keyFits, postingKind } from './kinds.ts'

/** A journal that violates a rule of money §1: a bug in its builder, or facts that do not belong together. */
export class JournalRefused extends InconsistentFacts {
  override name = 'JournalRefused'
}

type LegOptions = Pick<Leg, 'ref' | 'atLeast' | 'restOn'>

/** Cr: adds `amount` (cents or units) to an account. A negative amount is a debit. */
export const credit = (account: AccountKey, amount: bigint, options: LegOptions = {}): Leg => ({
  account,
  amount,
  ...options,
})

/** Dr: subtracts `amount` (cents or units) from an account. A negative amount is a credit. */
export const debit = (account: AccountKey, amount: bigint, options: LegOptions = {}): Leg =>
  credit(account, -amount, options)

/**
 * The currency of an account: `USD`, or its asset `token@chain`. Throws for accounts that are not in the
 * chart.
 */
export const currencyOf = (account: AccountKey): string => {
  const line = chartAccount(account.code, account.asset !== undefined)
  if (!line) throw new JournalRefused(`No account ${account.code}${account.asset ? ' per asset' : ' in USD'}`)
  return line.currency === 'asset' || line.currency === 'native' ? (account.asset ?? 'USD') : 'USD'
}

/**
 * Why these legs are no valid journal, or null. They must sum to zero in each currency, and the legs on cards
 * and on `issuer.allocated` must cancel out (twin rule, domain §13.8).
 */
export const imbalance = (legs: readonly Leg[]): string | null => {
  let ofAssets: Map<string, bigint> | null = null
  let usd = 0n
  let twins = 0n
  for (const { account, amount, restOn } of legs) {
    const currency = currencyOf(account)
    if (currency === 'USD') usd += amount
    else {
      ofAssets ??= new Map()
      ofAssets.set(currency, (ofAssets.get(currency) ?? 0n) + amount)
    }
    if (isTwin(account.code)) twins += amount
    if (
      restOn &&
      (currencyOf(restOn.account) !== currency || isTwin(restOn.account.code) !== isTwin(account.code))
    )
      return `the rest of ${account.code} cannot be on ${restOn.account.code}`
  }
  if (usd !== 0n) return `USD is off by ${usd}`
  for (const [currency, sum] of ofAssets ?? []) if (sum !== 0n) return `${currency} is off by ${sum}`
  return twins === 0n ? null : `cards and issuer.allocated are apart by ${twins}`
}

/** Whether two legs become one. */
const areMerged = (left: Leg, right: Leg): boolean =>
  left.account.code === right.account.code &&
  left.account.ownerId === right.account.ownerId &&
  left.account.asset === right.account.asset &&
  left.ref === right.ref &&
  !left.restOn &&
  !right.restOn

/** One leg per account and reference; legs of zero are dropped. A leg that takes what there is stays alone. */
const merged = (legs: readonly Leg[]): Leg[] => {
  const merged: Leg[] = []
  for (const leg of legs) {
    let index = merged.length - 1
    while (index >= 0 && !areMerged(merged[index]!, leg)) index -= 1
    const before = merged[index]
    if (!before) {
      merged.push(leg)
      continue
    }
    const floors = [before.atLeast, leg.atLeast].filter((floor) => floor !== undefined)
    const atLeast = floors.reduce<bigint | undefined>(
      (high, floor) => (high === undefined || floor > high ? floor : high),
      floors[0],
    )
    merged[index] = {
      ...before,
      amount: before.amount + leg.amount,
      ...(atLeast === undefined ? {} : { atLeast }),
    }
  }
  return merged.filter(({ amount }) => amount !== 0n)
}

/** A leg that takes what there is lowers the natural balance of its account. */
const checkRest = ({ account, amount, restOn }: Leg, kind: string) => {
  const side = chartAccount(account.code, account.asset !== undefined)?.side
  if (restOn && (side === 'D') === amount < 0n)
    throw new JournalRefused(`${kind}: what there is of ${account.code} cannot be added to it`)
}

const checkAccount = (leg: Pick<Leg, 'account' | 'ref'>, kind: string) => {
  const line = chartAccount(leg.account.code, leg.account.asset !== undefined)
  if (!line) throw new JournalRefused(`${kind}: ${leg.account.code} is not in the chart`)
  const operators = line.owners.includes('operator')
  if (operators === (leg.account.ownerId !== undefined)) {
    throw new JournalRefused(`${kind}: ${leg.account.code} ${operators ? 'has no owner' : 'needs an owner'}`)
  }
  if (line.hasRefs && !leg.ref) throw new JournalRefused(`${kind}: ${leg.account.code} needs a reference`)
}

/**
 * Makes a journal of a kind: merges legs on the same account and reference, drops legs of zero and checks the
 * rules of money §1. A journal without legs is not posted. Throws JournalRefused for a bug of the builder.
 */
export const journal = (draft: Journal): Journal => {
  const kind = postingKind(draft.kind)
  if (!kind || kind.later) throw new JournalRefused(`${draft.kind} is not a kind that the product writes`)
  if (!keyFits(draft.kind, draft.key)) {
    throw new JournalRefused(`${draft.kind}: the key ${draft.key} does not have the form ${kind.key}`)
  }
  const legs = merged(draft.legs)
  for (const leg of legs) {
    checkAccount(leg, draft.kind)
    if (leg.restOn) checkAccount(leg.restOn, draft.kind)
    checkRest(leg, draft.kind)
  }
  const fault = imbalance(legs)
  if (fault) throw new JournalRefused(`${draft.kind}: ${fault}`)
  return { ...draft, legs }
}

/**
 * Refuses a plan that writes a key, or the same columns of a row, twice: one statement writes them once, so one of both
 * would be lost, or the whole batch would fail. Throws JournalRefused for a bug of the builder.
 */
export const refuseTwice = ({ journals, updates = [] }: Plan): void => {
  if (journals.length + updates.length < 2) return
  const names = [
    ...journals.filter(({ legs }) => legs.length > 0).map(({ key }) => `the key ${key}`),
    ...updates.map(({ table, id, set }) => `${Object.keys(set).toSorted().join(', ')} of ${table} ${id}`),
  ]
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) throw new JournalRefused(`A plan writes ${name} twice`)
    seen.add(name)
  }
}
