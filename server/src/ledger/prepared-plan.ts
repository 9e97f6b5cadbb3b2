import { hash } from 'node:crypto'
import { instantText } from '@cardamom/contract/wire'
import type { EventRow, JobRow } from '../kernel/outbox.ts'
import type { AccountGuard, EventDraft, JobDraft, Journal, Leg, Plan, PlanOutcome } from '../kernel/plan.ts'
import type { AccountBook, BookAccount } from './account-book.ts'
import { keyFits, type KindFinder } from './kinds.ts'
import { imbalance, JournalRefused, refuseTwice } from './posting.ts'
import { prepareInsert, prepareSet, prepareUpdate, type PreparedRow } from './prepared-row.ts'

export type PreparedLeg = {
  readonly account: BookAccount
  readonly amount: string
  readonly ref: string | null
  readonly atLeast: string | null
  /** The next leg takes the rest of this one. */
  readonly hasRest: boolean
}
/** A guard on an account; null: no such bound. */
export type PreparedGuard = {
  readonly account: BookAccount
  readonly seq: string | null
  readonly atLeast: string | null
  readonly atMost: string | null
}
export type PreparedJournal = {
  readonly id: string
  readonly source: Journal
  /** SHA-256 with one character for each byte. A Buffer each would take longer to make and to collect. */
  readonly commandHash: string
  readonly legs: readonly PreparedLeg[]
}

/** A plan that was prepared while it waits: the batch only numbers and joins its parts. */
export type PreparedPlan = {
  readonly source: Plan
  readonly journals: readonly PreparedJournal[]
  readonly guards: readonly PreparedGuard[]
  /** Accounts that the plan locks, some more than once; for a wallet also its available bucket. */
  readonly locked: readonly BookAccount[]
  /** Guarded updates of rows and of sets of rows. */
  readonly updates: readonly PreparedRow[]
  readonly rows: readonly PreparedRow[]
  /** JSON objects without their opening brace. */
  readonly events: readonly string[]
  readonly jobs: readonly string[]
  readonly answer: string | null
  /** Keys that two plans of one batch must not share: journal keys, the answer's key, updated rows. */
  readonly claims: readonly string[]
  /**
   * Tables of guarded updates and of rows to insert. A set of rows of a table is changed in a batch where no other plan
   * changes the table: all guards of a batch are decided before its first row is written.
   */
  readonly changedTables: readonly string[]
  readonly setTables: readonly string[]
}

export type PrepareDeps = {
  readonly nextId: () => string
  readonly realNow: () => Date
  readonly book: AccountBook
  readonly findKind: KindFinder
  readonly expandEvents: (
    events: readonly EventDraft[],
    jobs?: readonly JobDraft[],
  ) => { eventRows: readonly EventRow[]; jobRows: readonly JobRow[] }
}

/** Most plans change no rows, so they share one empty list. */
const none: readonly never[] = []

const textOf = (amount: bigint | undefined): string | null => (amount === undefined ? null : String(amount))

const prepareLeg = (leg: Leg, book: AccountBook): PreparedLeg | null => {
  const account = book.find(leg.account)
  if (!account) return null
  if (account.line.hasRefs && !leg.ref) throw new JournalRefused(`${leg.account.code} needs a reference`)
  return {
    account,
    amount: String(leg.amount),
    ref: leg.ref ?? null,
    atLeast: textOf(leg.atLeast),
    hasRest: leg.restOn !== undefined,
  }
}

/** The legs as the database gets them: the rest of a leg that takes what there is follows it, from zero. */
const withRests = (legs: readonly Leg[]): readonly Leg[] =>
  legs.some(({ restOn }) => restOn)
    ? legs.flatMap((leg) => (leg.restOn ? [leg, { ...leg.restOn, amount: 0n }] : [leg]))
    : legs

const prepareGuard = (guard: AccountGuard, book: AccountBook): PreparedGuard | null => {
  const { account: key, seq, atLeast, atMost } = guard
  const account = book.find(key)
  return account && { account, seq: textOf(seq), atLeast: textOf(atLeast), atMost: textOf(atMost) }
}

const prepareJournal = (source: Journal, deps: PrepareDeps): PreparedJournal | PlanOutcome => {
  const kind = deps.findKind(source.kind)
  if (!kind || kind.later) throw new JournalRefused(`${source.kind} is not a kind that the product writes`)
  if (!keyFits(source.kind, source.key))
    throw new JournalRefused(`${source.kind}: ${source.key} is not a key of this kind`)
  const legs: PreparedLeg[] = []
  for (const leg of withRests(source.legs)) {
    const prepared = prepareLeg(leg, deps.book)
    if (!prepared) return { outcome: 'account_not_found', code: leg.account.code }
    legs.push(prepared)
  }
  if (imbalance(source.legs)) return { outcome: 'unbalanced' }
  return {
    id: deps.nextId(),
    source,
    commandHash: hash('sha256', source.command, 'binary'),
    legs,
  }
}

const lockedBy = (journals: readonly PreparedJournal[], guards: readonly PreparedGuard[]): BookAccount[] => {
  const locked: BookAccount[] = []
  const lock = (account: BookAccount) => {
    locked.push(account)
    if (account.wallet) locked.push(account.wallet.available)
  }
  for (const { account } of guards) lock(account)
  for (const { legs } of journals) for (const { account } of legs) lock(account)
  return locked
}

const claimsOf = (plan: Plan, journals: readonly PreparedJournal[]): string[] => {
  const claims = journals.map(({ source }) => `journal ${source.key}`)
  if (plan.answer) claims.push(`answer ${plan.answer.principal} ${plan.answer.key}`)
  for (const { table, id } of plan.updates ?? []) claims.push(`row ${table} ${id}`)
  return claims
}

/**
 * Checks a plan and turns it into texts. Returns the outcome at once where no database is needed. Throws
 * JournalRefused for bugs: a kind that is not built, or a key of another form.
 */
export const preparePlan = (plan: Plan, deps: PrepareDeps): PreparedPlan | PlanOutcome => {
  refuseTwice(plan)
  const journals: PreparedJournal[] = []
  for (const source of plan.journals) {
    if (source.legs.length === 0) continue
    const prepared = prepareJournal(source, deps)
    if ('outcome' in prepared) return prepared
    journals.push(prepared)
  }
  const guards: PreparedGuard[] = []
  for (const guard of plan.guards ?? []) {
    const prepared = prepareGuard(guard, deps.book)
    if (!prepared) return { outcome: 'account_not_found', code: guard.account.code }
    guards.push(prepared)
  }
  const { answer, updates = none, sets = none, rows = none, events = none, jobs = none } = plan
  const { eventRows, jobRows } =
    events.length + jobs.length > 0 ? deps.expandEvents(events, jobs) : { eventRows: none, jobRows: none }
  const changesRows = updates.length + sets.length + rows.length > 0
  return {
    source: plan,
    journals,
    guards,
    locked: lockedBy(journals, guards),
    updates: changesRows ? [...updates.map(prepareUpdate), ...sets.map(prepareSet)] : none,
    rows: rows.map(prepareInsert),
    events: eventRows.map((row) => JSON.stringify(row).slice(1)),
    jobs: jobRows.map((row) => JSON.stringify(row).slice(1)),
    answer: answer
      ? JSON.stringify({
          ...answer,
          fingerprint: `\\x${answer.fingerprint.toString('hex')}`,
          at: instantText(deps.realNow()),
        }).slice(1)
      : null,
    claims: claimsOf(plan, journals),
    changedTables: changesRows ? [...updates, ...sets, ...rows].map(({ table }) => table) : none,
    setTables: changesRows ? sets.map(({ table }) => table) : none,
  }
}

const identity = (plan: PreparedPlan): string =>
  JSON.stringify([
    plan.journals.map(({ source }) => [source.key, source.command]),
    plan.source.answer?.principal,
    plan.source.answer?.key,
    plan.source.answer?.fingerprint.toString('hex'),
  ])

/** Whether both plans have the same request and keys, so that one effect answers both. */
export const sameRequest = (left: PreparedPlan, right: PreparedPlan): boolean =>
  (left.journals.length > 0 || left.answer !== null) && identity(left) === identity(right)
