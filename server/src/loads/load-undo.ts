import { accepted, type Answer } from '../kernel/answer.ts'
import { allTenants } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import type { JournalDetail, Plan } from '../kernel/plan.ts'
import type { ChangeDraft } from '../kernel/recorded-change.ts'
import { standingCents, undoShare } from '../shares/shares.sql.ts'
import { readAcceptedMoney, type AcceptedMoney } from './accepted-load.sql.ts'
import { divide, postedPart, recordPart, type DividedLoad } from './load-part-plan.ts'
import { historyRow, loadEvent, loadUpdate, type LoadStep } from './load-step.ts'
import { payerOf, type LoadRecord } from './load-record.ts'
import { loadUndone } from './load-undo-postings.ts'
import { inPresentBooks } from './present-books.sql.ts'

/** A load that is paid, and of which no call to the issuer is under way. */
type Undoable = LoadRecord & { readonly status: 'held' | 'credit_failed' }

/** Whether an administrator may take a load back now: never while money is in flight (money §4.2). */
export const isUndoable = (load: LoadRecord): load is Undoable =>
  load.status === 'held' || load.status === 'credit_failed'

/** The figures and owners of a load's present acceptance, as its journals have them. */
export const postedLoad = (
  load: LoadRecord,
  { coins, shares, partCount }: Pick<AcceptedMoney, 'coins' | 'shares' | 'partCount'>,
) => ({
  id: load.id,
  number: load.acceptance + partCount,
  speed: load.speed,
  card: { ownerId: load.cardId, companyId: load.companyId },
  payer: payerOf(load),
  coins,
  figures: {
    netCents: load.netCents,
    operatorCents: load.operatorCents ?? 0n,
    spreadCents: load.spreadCents ?? 0n,
  },
  shares: shares.map((share) => ({ ...share, amountCents: standingCents(share) })),
})

/** Takes a load back before its credit: its fee and shares are undone, and its money is the payer's again. */
export const undoPlan = (
  step: LoadStep & { readonly load: Undoable },
  money: AcceptedMoney,
  detail: JournalDetail,
): Plan => {
  const { load, now } = step
  const plan: Plan = {
    journals: [loadUndone({ ...postedLoad(load, money), effectiveAt: now, detail })],
    updates: [
      loadUpdate(step, 'load.undone', { waitsForFloat: false }),
      ...money.shares.flatMap((share) => undoShare(share, standingCents(share), now)),
    ],
    rows: [historyRow(step, 'review', load.exception)],
    events: [loadEvent(step, 'load.undone', { netCents: String(load.netCents) })],
  }
  return inPresentBooks(plan, money.books)
}

/** Takes a part of a load back before its credit: the part of its fee and shares is undone, and its money is a load in review. */
const undoPartPlan = (
  step: LoadStep & { readonly load: Undoable },
  { money, divided }: { readonly money: AcceptedMoney; readonly divided: DividedLoad },
  detail: JournalDetail,
): Plan => {
  const { load, now } = step
  const { part, updates, rows } = recordPart(step, divided, { kind: 'undone', money })
  const netCents = String(divided.back.netCents)
  const plan: Plan = {
    journals: [loadUndone({ ...postedLoad(load, money), ...postedPart(divided), effectiveAt: now, detail })],
    updates,
    rows,
    events: [loadEvent({ ...step, load: part }, 'load.undone', { netCents })],
  }
  return inPresentBooks(plan, money.books)
}

type PlannedUndo = {
  readonly plan: Plan
  readonly changes: readonly Omit<ChangeDraft, 'personal'>[]
}

/** The plan that takes a part of a load back, and what it changes for the audit. */
export const planUndoOfPart = async (
  { db, ids, clock }: Kernel,
  { load, grossCents }: { readonly load: Undoable; readonly grossCents: bigint },
  detail: JournalDetail,
): Promise<Answer<PlannedUndo, 'invalid_amount' | 'resolution_not_possible'>> => {
  // All tenants: the people of the chain are of other companies, and the journal belongs to none.
  const money = await db.read(allTenants, (sql) => readAcceptedMoney(sql, load))
  const divided = divide(load, money, grossCents)
  if (!divided.accepted) return divided
  const { companyId, userId } = load
  return accepted({
    plan: undoPartPlan({ ids, load, now: clock.now() }, { money, divided: divided.value }, detail),
    changes: [
      {
        entity: 'load',
        entityId: load.id,
        companyId,
        userId,
        before: { grossCents: load.grossCents },
        after: { grossCents: divided.value.left.grossCents },
      },
    ],
  })
}

/** The plan that takes a load back, and what it changes for the audit. */
export const planUndo = async (
  { db, ids, clock }: Kernel,
  load: Undoable,
  detail: JournalDetail,
): Promise<PlannedUndo> => {
  // All tenants: the people of the chain are of other companies, and the journal belongs to none.
  const money = await db.read(allTenants, (sql) => readAcceptedMoney(sql, load))
  const { status, companyId, userId } = load
  return {
    plan: undoPlan({ ids, load, now: clock.now() }, money, detail),
    changes: [
      {
        entity: 'load',
        entityId: load.id,
        companyId,
        userId,
        before: { status },
        after: { status: 'review' },
      },
    ],
  }
}
