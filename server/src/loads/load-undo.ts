import { allTenants } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import type { JournalDetail, Plan } from '../kernel/plan.ts'
import type { ChangeDraft } from '../kernel/recorded-change.ts'
import { standingCents, undoShare } from '../shares/shares.sql.ts'
import { readAcceptedMoney, type AcceptedMoney } from './accepted-load.sql.ts'
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
export const postedLoad = (load: LoadRecord, { coins, shares }: Omit<AcceptedMoney, 'books'>) => ({
  id: load.id,
  acceptance: load.acceptance,
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
  { books, ...money }: AcceptedMoney,
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
  return inPresentBooks(plan, books)
}

/** The plan that takes a load back, and what it changes for the audit. */
export const planUndo = async (
  { db, ids, clock }: Kernel,
  load: Undoable,
  detail: JournalDetail,
): Promise<{ readonly plan: Plan; readonly changes: readonly Omit<ChangeDraft, 'personal'>[] }> => {
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
