import { instantText } from '@cardamom/contract/wire'
import type { BookAccount, BookWallet } from './account-book.ts'
import { openingOf } from './account-book.ts'
import type { PreparedPlan } from './prepared-plan.ts'
import { arrayElement, type PreparedRow } from './prepared-row.ts'

/** Parameters of `post_batch` in its order, and the accounts that its numbers stand for. */
export type Batch = {
  readonly id: string
  readonly values: (string | Buffer | null)[]
  readonly accounts: readonly BookAccount[]
  /** Accounts that this batch opens. */
  readonly opened: readonly BookAccount[]
}

const literal = (elements: readonly (string | number)[]) => `{${elements.join(',')}}`
/** An array that may be omitted when it is empty: elements past the end read as null. */
const sparse = (elements: readonly (string | null)[]) =>
  elements.some((each) => each !== null) ? literal(elements.map((each) => each ?? 'NULL')) : '{}'

const byId = (left: BookAccount, right: BookAccount) => (left.id < right.id ? -1 : left.id > right.id ? 1 : 0)

let stamps = 0

type ArrangedAccounts = {
  readonly locked: readonly BookAccount[]
  readonly unlocked: readonly BookAccount[]
  readonly wallets: readonly BookWallet[]
}

/**
 * Finds and numbers the accounts of a batch. For a wallet, the changed buckets and the available bucket are
 * locked. Every change of a bucket locks the available bucket, so the others can be read without
 * a lock.
 */
const arrangeAccounts = (plans: readonly PreparedPlan[]): ArrangedAccounts => {
  stamps += 1
  const stamp = stamps
  const locked: BookAccount[] = []
  const unlocked: BookAccount[] = []
  const wallets: BookWallet[] = []
  const lock = (account: BookAccount) => {
    if (account.stamp === stamp) return
    account.stamp = stamp
    locked.push(account)
  }
  const use = (account: BookAccount) => {
    lock(account)
    const { wallet } = account
    if (!wallet || wallet.stamp === stamp) return
    wallet.stamp = stamp
    wallets.push(wallet)
    wallet.position = wallets.length
    lock(wallet.available)
  }
  for (const { journals, guards } of plans) {
    for (const { account } of guards) use(account)
    for (const { legs } of journals) for (const { account } of legs) use(account)
  }
  for (const { pending, reserved } of wallets) {
    for (const bucket of [pending, reserved]) if (bucket.stamp !== stamp) unlocked.push(bucket)
  }
  locked.sort(byId)
  unlocked.sort(byId)
  locked.forEach((account, index) => (account.position = index + 1))
  unlocked.forEach((account, index) => (account.position = locked.length + index + 1))
  return { locked, unlocked, wallets }
}

/** Repeated strings, each sent once: a list of strings, and the number of each use. */
const createList = () => {
  const numbers = new Map<string, number>()
  return {
    strings: () => [...numbers.keys()],
    of: (word: string): number => {
      const known = numbers.get(word)
      if (known) return known
      numbers.set(word, numbers.size + 1)
      return numbers.size
    },
  }
}

/** The references of a batch, each with a number: the values of `p_ref_accounts` and `p_ref_ids`. */
const createSlots = () => {
  const slots = new Map<string, number>()
  const accounts: string[] = []
  const ids: string[] = []
  return {
    accounts,
    ids,
    of: (account: BookAccount, ref: string): string => {
      const name = `${account.position} ${ref}`
      let slot = slots.get(name)
      if (!slot) {
        slot = slots.size + 1
        slots.set(name, slot)
        accounts.push(String(account.position))
        ids.push(ref)
      }
      return String(slot)
    },
  }
}

const encodeJournals = (plans: readonly PreparedPlan[]) => {
  const journals = plans.flatMap((plan) => plan.journals)
  const slots = createSlots()
  const legAccounts: number[] = []
  const amounts: string[] = []
  const refs: (string | null)[] = []
  const legSlots: (string | null)[] = []
  const atLeast: (string | null)[] = []
  const rests: (string | null)[] = []
  const journalLegs: number[] = []
  for (const { legs } of journals) {
    for (const leg of legs) {
      legAccounts.push(leg.account.position)
      amounts.push(leg.amount)
      refs.push(leg.ref)
      legSlots.push(leg.ref && leg.account.line.hasRefs ? slots.of(leg.account, leg.ref) : null)
      atLeast.push(leg.atLeast)
      rests.push(leg.hasRest ? String(rests.length + 2) : null)
    }
    journalLegs.push(amounts.length)
  }
  const kinds = createList()
  const kindOf = journals.map(({ source }) => kinds.of(source.kind))
  const times = createList()
  const timeOf = journals.map(({ source }) => times.of(instantText(source.effectiveAt)))
  let journalCount = 0
  const planJournals = plans.map((plan) => (journalCount += plan.journals.length))
  return {
    references: [literal(slots.accounts), literal(slots.ids)],
    values: [
      literal(planJournals),
      literal(journals.map(({ id }) => id)),
      literal(journals.map(({ source }) => arrayElement(source.key))),
      Buffer.from(journals.map(({ commandHash }) => commandHash).join(''), 'binary'),
      literal(kinds.strings()),
      literal(kindOf),
      literal(times.strings()),
      literal(timeOf),
      sparse(journals.map(({ source }) => source.subjectId ?? null)),
      sparse(journals.map(({ source }) => source.reverses ?? null)),
      sparse(journals.map(({ source }) => source.breakId ?? null)),
      literal(journalLegs),
      literal(legAccounts),
      literal(amounts),
      sparse(refs),
      sparse(legSlots),
      sparse(atLeast),
      sparse(rests),
    ],
  }
}

/** The details of journals by their numbers in the batch. */
const encodeDetails = (plans: readonly PreparedPlan[]): string | null => {
  let journal = 0
  const details: object[] = []
  for (const { journals } of plans) {
    for (const { source } of journals) {
      journal += 1
      if (source.detail) details.push({ journal, ...source.detail })
    }
  }
  return details.length === 0 ? null : JSON.stringify(details)
}

const noGuards = ['{}', '{}', '{}', '{}', '{}']
/** For each guard its plan, its account and what must be true of it. */
const encodeGuards = (plans: readonly PreparedPlan[]) => {
  if (plans.every(({ guards }) => guards.length === 0)) return noGuards
  const guards = plans.flatMap((plan, index) => plan.guards.map((guard) => ({ ...guard, plan: index + 1 })))
  return [
    literal(guards.map(({ plan }) => String(plan))),
    literal(guards.map(({ account }) => String(account.position))),
    sparse(guards.map(({ seq }) => seq)),
    sparse(guards.map(({ atLeast }) => atLeast)),
    sparse(guards.map(({ atMost }) => atMost)),
  ]
}

const encodeGroups = (
  plans: readonly PreparedPlan[],
  rowsOf: (plan: PreparedPlan) => readonly PreparedRow[],
) => {
  const groups = new Map<string, string[]>()
  plans.forEach((plan, index) => {
    for (const { group, values } of rowsOf(plan)) {
      const row = `["${index + 1}",${values}]`
      const rows = groups.get(group)
      if (rows) rows.push(row)
      else groups.set(group, [row])
    }
  })
  if (groups.size === 0) return null
  // The order of the groups is fixed, so two batches lock rows in the same order.
  const named = [...groups].toSorted(([left], [right]) => (left < right ? -1 : 1))
  return `[${named.map(([head, rows]) => `{${head},"rows":[${rows.join(',')}]}`).join(',')}]`
}

const encodeList = (plans: readonly PreparedPlan[], listOf: (plan: PreparedPlan) => readonly string[]) => {
  const items = plans.flatMap((plan, index) => listOf(plan).map((rest) => `{"plan":${index + 1},${rest}`))
  return items.length === 0 ? null : `[${items.join(',')}]`
}

/** Makes the call that applies these plans. @param recordedAt business time of the recording */
export const encodeBatch = (
  plans: readonly PreparedPlan[],
  { id, recordedAt }: { id: string; recordedAt: Date },
): Batch => {
  const { locked, unlocked, wallets } = arrangeAccounts(plans)
  const accounts = [...locked, ...unlocked]
  const opened = accounts.filter((account) => !account.open)
  const { references, values } = encodeJournals(plans)
  const buckets = wallets.flatMap(({ available, pending, reserved }) => [
    available.position,
    pending.position,
    reserved.position,
  ])
  return {
    id,
    accounts,
    opened,
    values: [
      id,
      'f',
      instantText(recordedAt),
      opened.length === 0 ? null : JSON.stringify(opened.map(openingOf)),
      literal(locked.map((account) => account.id)),
      literal(unlocked.map((account) => account.id)),
      literal(buckets),
      ...references,
      ...values,
      ...encodeGuards(plans),
      encodeDetails(plans),
      encodeGroups(plans, ({ updates }) => updates),
      encodeGroups(plans, ({ rows }) => rows),
      encodeList(plans, ({ events }) => events),
      encodeList(plans, ({ jobs }) => jobs),
      encodeList(plans, ({ answer }) => (answer === null ? [] : [answer])),
    ],
  }
}
