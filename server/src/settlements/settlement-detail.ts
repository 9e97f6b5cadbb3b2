import type { getOwnSettlement, getSettlement } from '@cardamom/contract/settlements'
import type { OutputOf } from '@cardamom/contract/endpoint'
import { topUpRef } from '../deposits/top-up-plan.ts'
import { readNames } from '../identity/users.sql.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { changesOwnMoney } from '../companies/own-money.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import { findWalletLine, type WalletLineOf } from '../ledger/journal-wallets.sql.ts'
import { readSetting } from '../settings/settings.sql.ts'
import { sumDraft } from '../shares/share-settlements.sql.ts'
import { readShareSources } from '../shares/share-sources.sql.ts'
import { legViews } from '../wallets/wallet-view.ts'
import { needsSecondPerson, type Payment } from './settlement.ts'
import { readPayment } from './settlement-payment.ts'
import { settlementPaid } from './settlement-postings.ts'
import { settlementViews } from './settlements.list.ts'
import { listLines, type SettlementRecord } from './settlements.sql.ts'
import { readShareBases } from './share-basis.ts'
import { readSourceTrails } from './source-trails.ts'

type Detail = OutputOf<typeof getSettlement>
type OwnDetail = OutputOf<typeof getOwnSettlement>
type Figures = Detail['figures']
export type ShownLine = {
  readonly id: string
  readonly kind: Detail['lines'][number]['kind']
  readonly amountCents: bigint
  readonly note: string | null
  readonly shareId: string | null
}

/** Where the money goes, from the lines besides the shares. */
export const figuresOf = (
  row: Pick<SettlementRecord, 'maturedCents' | 'addedCents' | 'deductedCents'>,
  payment: Omit<Payment, 'recoveredCents'>,
  of: {
    readonly lines: readonly Pick<ShownLine, 'kind' | 'amountCents'>[]
    readonly wallet: Pick<Figures, 'available' | 'pending'>
  },
): Figures => {
  const sum = (kind: ShownLine['kind']) =>
    of.lines.filter((line) => line.kind === kind).reduce((total, { amountCents }) => total + amountCents, 0n)
  return {
    matured: row.maturedCents,
    added: row.addedCents,
    deducted: row.deductedCents,
    reversed: -sum('reversal'),
    owed: -sum('owed'),
    uncovered: sum('carried'),
    allowance: payment.allowanceCents,
    paid: payment.paidCents,
    owedBefore: payment.owedBeforeCents,
    owedAfter: payment.owedAfterCents,
    ...of.wallet,
  }
}

const changesOf = (line: WalletLineOf): Pick<Figures, 'available' | 'pending'> => ({
  available: { before: line.availableBefore, after: line.availableAfter },
  pending: { before: line.pendingBefore, after: line.pendingAfter },
})

const unknownChange = { before: 0n, after: 0n }

/** The journal line of a payment on its wallet; null: the settlement is not paid, or changed no wallet. */
export const readPaidLine = (sql: Queries, row: SettlementRecord): Promise<WalletLineOf | null> =>
  row.paidAt === null
    ? Promise.resolve(null)
    : findWalletLine(sql, {
        ownerId: row.ownerId,
        wallet: row.wallet,
        kind: 'settlement.paid',
        effectiveAt: row.paidAt,
        subjectId: row.id,
      })

export const readPaid = async (sql: Queries, row: SettlementRecord) => {
  const { owedBeforeCents, owedAfterCents, allowanceCents, paidCents } = row
  const lines: ShownLine[] = await listLines(sql, row.id)
  const line = await readPaidLine(sql, row)
  const payment = {
    owedBeforeCents: owedBeforeCents ?? 0n,
    owedAfterCents: owedAfterCents ?? 0n,
    recoveredCents: (owedBeforeCents ?? 0n) + row.deductedCents - (owedAfterCents ?? 0n),
    allowanceCents: allowanceCents ?? 0n,
    paidCents: paidCents ?? 0n,
  }
  const wallet = line ? changesOf(line) : { available: unknownChange, pending: unknownChange }
  return { row, payment, lines, wallet }
}

/** What a settlement would pay now. A draft has what is left of its shares. */
export const readExpected = async (sql: Queries, stored: SettlementRecord) => {
  const sum = stored.status === 'draft' ? await sumDraft(sql, stored.id) : null
  const row = sum ? { ...stored, shareCount: sum.count, maturedCents: sum.cents } : stored
  const { payment, standing, lines: expected } = await readPayment(sql, row)
  const manual: ShownLine[] = await listLines(sql, row.id)
  const lines: ShownLine[] = [
    ...manual,
    ...expected.map(({ kind, amountCents, share }, index) => ({
      id: `expected-${index}`,
      kind,
      amountCents,
      note: null,
      shareId: share?.id ?? null,
    })),
  ]
  const credited = payment.paidCents + (row.wallet === 'immediate' ? payment.allowanceCents : 0n)
  const wallet = {
    available: { before: standing.availableCents, after: standing.availableCents + credited },
    pending: { before: standing.pendingCents, after: standing.pendingCents - row.maturedCents },
  }
  return { row, payment, lines, wallet }
}

/** What reversed shares come from, by the share. A load is not in the scope of each of its beneficiaries. */
const readSourceViews = async (sql: Queries, sources: Awaited<ReturnType<typeof readShareSources>>) => {
  const bases = await readShareBases(sql, [...sources.keys()])
  return (shareId: string | null) => {
    const source = sources.get(shareId ?? '')
    const ref = bases.get(shareId ?? '')?.ref ?? null
    return {
      load: source && ref !== null ? { id: source.sourceId, ref } : null,
      topUpRef: source?.sourceKind === 'topup' ? topUpRef(source.sourceId) : null,
    }
  }
}

const isOver = (row: SettlementRecord): boolean => row.status === 'void'

/** A settlement with all that its beneficiary may read, and the parts that its journal is made of. */
const readParts = async (sql: Queries, stored: SettlementRecord) => {
  const read = stored.status === 'paid' ? await readPaid(sql, stored) : await readExpected(sql, stored)
  const lines = isOver(stored) ? read.lines.filter(({ kind }) => kind === 'manual') : read.lines
  const shareIds = lines.flatMap(({ shareId }) => shareId ?? [])
  const sources = await readShareSources(sql, shareIds)
  const sourceOf = await readSourceViews(sql, sources)
  const [view] = await settlementViews(sql, [read.row])
  if (!view) throw new Error('A settlement has no view')
  const ids = [stored.drawnUpBy, stored.approvedBy, stored.paidBy, stored.voidedBy]
  const names = await readNames(sql, [...new Set(ids.flatMap((id) => id ?? []))])
  const step = (at: Date | null, by: string | null) =>
    at && { at, byName: by === null ? null : (names.get(by) ?? '') }
  const detail = {
    ...view,
    figures: figuresOf(read.row, read.payment, { lines, wallet: read.wallet }),
    stopped: stored.stoppedCount,
    lines: lines.map(({ id, kind, amountCents, note, shareId }) => ({
      id,
      kind,
      amount: amountCents,
      note,
      ...sourceOf(shareId),
    })),
    drawnUp: step(stored.drawnUpAt, stored.drawnUpBy)!,
    approved: step(stored.approvedAt, stored.approvedBy),
    payment: step(stored.paidAt, stored.paidBy),
    voided: step(stored.voidedAt, stored.voidedBy),
  }
  return { detail, sources, ...read, lines }
}

export const readOwnDetail = async (sql: Queries, row: SettlementRecord): Promise<OwnDetail> =>
  (await readParts(sql, row)).detail

/** The limit in cents above which the person who drew up a settlement does not approve it alone. */
export const readLimit = (sql: Queries): Promise<bigint> => readSetting(sql, 'secondPersonSettlement')

/** A settlement as an administrator reads it, with its journal and what they may do. */
export const readDetail = async (
  sql: Queries,
  stored: SettlementRecord,
  me: Pick<SessionPrincipal, 'userId' | 'companyId' | 'may'>,
): Promise<Detail> => {
  const { detail, row, payment, sources, lines } = await readParts(sql, stored)
  const trailOf = await readSourceTrails(sql, [...sources.values()])
  const { legs } = settlementPaid({ ...row, ...payment, effectiveAt: row.paidAt ?? row.drawnUpAt })
  const { path } = await readCompany(sql, stored.companyId)
  const isOwn = changesOwnMoney(me, { path, ownerId: stored.ownerId })
  const mayDecide = (tag: 'settlements.approve' | 'settlements.create') => me.may(tag) && !isOwn
  const isDraft = row.status === 'draft'
  return {
    ...detail,
    lines: detail.lines.map((line, at) => {
      const source = sources.get(lines[at]?.shareId ?? '')
      const { topUpId, payments } = source ? trailOf(source) : { topUpId: null, payments: [] }
      return { ...line, topUpId, payments }
    }),
    reason: stored.reason,
    voidReason: stored.voidReason,
    legs: isOver(row) ? [] : legViews(legs, new Map([[row.ownerId, detail.ownerName]])),
    canApprove: isDraft && mayDecide('settlements.approve'),
    canPay: row.status === 'approved' && mayDecide('settlements.approve'),
    // Who drew a draft up may void it, also one about their own money.
    canVoid:
      ((isDraft || row.status === 'approved') && mayDecide('settlements.create')) ||
      (isDraft && row.drawnUpBy === me.userId && me.may('settlements.create')),
    needsSecondPerson: isDraft && row.drawnUpBy === me.userId && needsSecondPerson(row, await readLimit(sql)),
  }
}
