import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { JobHandler, Work } from '../kernel/jobs.ts'
import type { BalanceHistoryRow, CreditChange } from '../providers/issuer/port.ts'
import { readStanding } from './card-standing.ts'
import { listStrayRows, readKnownRowIds } from './credit-history.sql.ts'
import {
  findTransfer,
  reserveCard,
  writeAbsent,
  writeExplained,
  writeNotSent,
  writeStableSince,
  writeSent,
  type Baseline,
  type IssuerTransfer,
} from './issuer-transfers.sql.ts'
import type { CreditEndings } from './load-credit-ending.ts'
import {
  gainedMills,
  isOverdue,
  mayBeStable,
  nextReadMs,
  provesAbsence,
  stableMs,
  verdictOf,
  type RowVerdict,
} from './load-credit-proof.ts'
import type { CreditReviews } from './load-credit-review.ts'
import type { LoadsNeeds } from './load-needs.ts'

const secondMs = 1000
const dayMs = 86_400_000
/** Payments of this many days are read: an open hold lapses after 30. */
const paymentDays = 35
/** A call that could not leave within this time after it was written down is not made. */
const latestSendMs = 5 * secondMs
const soonMs = 5 * secondMs
/** Another operation has the card. */
const busyMs = 15 * secondMs
/** Nobody answers a read: it proves nothing and is made again. */
const silentMs = 30 * secondMs
/** The first attempt, and two more after one that had no effect. */
const mostAttempts = 3

type Again = { readonly againAt: Date } | void
type Deps = {
  readonly ids: Ids
  readonly clock: Clock
  readonly needs: LoadsNeeds
  readonly endings: CreditEndings
  readonly reviews: CreditReviews
}

const before = (transfer: IssuerTransfer) => ({
  availableMills: transfer.credit_before_mills ?? 0n,
  spentMills: transfer.spent_before_mills ?? 0n,
})

const createReads = ({ needs }: Deps) => {
  /** Rows of the card that nobody has accounted for. */
  const freshRows = async (work: Work, transfer: IssuerTransfer) => {
    const known = await work.read((sql) => readKnownRowIds(sql, transfer.issuer_card_id))
    const history = await needs.issuer.balanceHistory(transfer.issuer_card_id)
    if (history.outcome !== 'ok') return history
    return { outcome: 'ok' as const, value: history.value.filter(({ rowId }) => !known.has(rowId)) }
  }
  /** How much more is on the card than before the attempt, apart from payments; null: not told. */
  const gained = async (transfer: IssuerTransfer): Promise<bigint | null> => {
    const from = transfer.spent_from ?? new Date(0)
    const now = await readStanding(needs.issuer, { issuerCardId: transfer.issuer_card_id, from })
    return now && gainedMills(before(transfer), now)
  }
  return { freshRows, gained }
}

/**
 * Credits a card exactly once at an issuer that keeps no reference of a credit. One operation at a time has the card. Its
 * history and what is on it are read and written down first; then one request is sent, never repeated by itself. A lost
 * answer is decided by the history, by what is on the card apart from payments, or in the end by two people. Each step is
 * committed before the next, so that it can be killed at any place (providers §4).
 */
export const createCreditCalls = (deps: Deps): { readonly credit: JobHandler } => {
  const { clock, needs, endings, reviews } = deps
  const { freshRows, gained } = createReads(deps)
  const soon = (ms: number) => ({ againAt: after(clock.now(), ms) })
  const elapsedMs = (at: Date | null) => clock.now().getTime() - (at?.getTime() ?? 0)
  const pollOn = ({ sent_at: sentAt }: IssuerTransfer): Again =>
    sentAt ? { againAt: after(sentAt, nextReadMs(elapsedMs(sentAt))) } : soon(soonMs)

  const isExplained = (transfer: IssuerTransfer, { beforeMills }: CreditChange) =>
    beforeMills === transfer.credit_before_mills

  const send = async (work: Work, transfer: IssuerTransfer, calledAt: Date): Promise<Again> => {
    // Held up so long that its silence might count as absence one day: it is not made.
    if (clock.realNow() > after(calledAt, latestSendMs)) return soon(secondMs)
    const { issuer_card_id: issuerCardId, amount_cents: amountCents } = transfer
    const answer = await needs.issuer.adjustCredit({ issuerCardId, amountCents })
    if (answer.outcome === 'rejected') return endings.refuse(work, transfer, { code: answer.code })
    if (answer.outcome === 'unavailable') {
      await work.write(({ sql }) => writeNotSent(sql, transfer))
      return soon(soonMs)
    }
    const change = answer.outcome === 'ok' ? answer.value : null
    if (change && change.afterMills - change.beforeMills === amountCents * 10n) {
      if (!isExplained(transfer, change)) await work.write(({ sql }) => writeExplained(sql, transfer, false))
      await endings.apply(work, transfer)
    }
    return soon(secondMs)
  }

  /** Reads what is there before the attempt, writes it down with the attempt, and makes it. */
  const check = async (work: Work, transfer: IssuerTransfer): Promise<Again> => {
    const fresh = await freshRows(work, transfer)
    if (fresh.outcome === 'rejected') return endings.refuse(work, transfer, { code: fresh.code })
    if (fresh.outcome !== 'ok') return soon(silentMs)
    const strays = await work.read((sql) => listStrayRows(sql, transfer.issuer_card_id))
    if (fresh.value.length > 0 || strays.length > 0) {
      return reviews.open(work, transfer, { reason: 'foreign_row', rows: fresh.value })
    }
    const spentFrom = after(clock.now(), -paymentDays * dayMs)
    const standing = await readStanding(needs.issuer, {
      issuerCardId: transfer.issuer_card_id,
      from: spentFrom,
    })
    if (!standing) return soon(silentMs)
    const calledAt = clock.realNow()
    const baseline: Baseline = { sentAt: clock.now(), calledAt, spentFrom, ...standing }
    if (!(await work.write(({ sql }) => writeSent(sql, transfer, baseline)))) return soon(soonMs)
    const sent: IssuerTransfer = {
      ...transfer,
      status: 'sent',
      attempts: transfer.attempts + 1,
      sent_at: baseline.sentAt,
      called_at: calledAt,
      credit_before_mills: standing.availableMills,
      spent_before_mills: standing.spentMills,
      spent_from: spentFrom,
    }
    return send(work, sent, calledAt)
  }

  /** No row yet: after a time, what is on the card tells that nothing happened. */
  const lookForAbsence = async (work: Work, transfer: IssuerTransfer): Promise<Again> => {
    if (!mayBeStable(elapsedMs(transfer.sent_at))) return pollOn(transfer)
    const gain = await gained(transfer)
    if (gain !== 0n) {
      if (isOverdue(elapsedMs(transfer.sent_at))) return reviews.open(work, transfer, { reason: 'undecided' })
      if (gain !== null) await work.write(({ sql }) => writeStableSince(sql, transfer, null))
      return pollOn(transfer)
    }
    if (!transfer.quiet_at) {
      const quietAt = clock.now()
      await work.write(({ sql }) => writeStableSince(sql, transfer, quietAt))
      return { againAt: after(quietAt, stableMs) }
    }
    const realElapsedMs = clock.realNow().getTime() - (transfer.called_at?.getTime() ?? 0)
    const times = {
      elapsedMs: elapsedMs(transfer.sent_at),
      quietForMs: elapsedMs(transfer.quiet_at),
      realElapsedMs,
    }
    if (!provesAbsence(times)) return pollOn(transfer)
    if (transfer.attempts >= mostAttempts) return reviews.open(work, transfer, { reason: 'absent_again' })
    await work.write(({ sql }) => writeAbsent(sql, transfer))
    return soon(0)
  }

  type Found = Exclude<RowVerdict, { says: 'foreign' }> | { readonly says: 'silent' }
  /** What the history says now; null: something foreign is in it, and people decide. */
  const readRows = async (work: Work, transfer: IssuerTransfer): Promise<Found | null> => {
    const fresh = await freshRows(work, transfer)
    if (fresh.outcome !== 'ok') return { says: 'silent' }
    const rows: readonly BalanceHistoryRow[] = fresh.value
    const verdict = verdictOf(rows, transfer.amount_cents)
    if (verdict.says !== 'foreign') return verdict
    await reviews.open(work, transfer, { reason: 'foreign_row', rows })
    return null
  }

  /** The answer is lost. */
  const readBack = async (work: Work, transfer: IssuerTransfer): Promise<Again> => {
    const found = await readRows(work, transfer)
    if (!found) return soon(0)
    if (found.says === 'applied') return endings.bind(work, transfer, found.row)
    if (found.says === 'nothing') return lookForAbsence(work, transfer)
    if (isOverdue(elapsedMs(transfer.sent_at))) return reviews.open(work, transfer, { reason: 'undecided' })
    return pollOn(transfer)
  }

  /** It is on the card: its row has to show before anything else is done to this card. */
  const waitForRow = async (work: Work, transfer: IssuerTransfer): Promise<Again> => {
    const found = await readRows(work, transfer)
    if (!found) return soon(0)
    const isWhole = transfer.is_explained || (await gained(transfer)) === transfer.amount_cents * 10n
    if (found.says === 'applied' && isWhole) return endings.bind(work, transfer, found.row)
    if (isOverdue(elapsedMs(transfer.sent_at))) return reviews.open(work, transfer, { reason: 'row_missing' })
    return pollOn(transfer)
  }

  const credit: JobHandler = async ({ payload }, work) => {
    const transfer = await work.read((sql) => findTransfer(sql, String(payload['issuerTransferId'])))
    switch (transfer?.status) {
      case 'started':
        return (await reserveCard(work.write, { ...transfer, status: transfer.status }))
          ? check(work, { ...transfer, status: 'checking' })
          : soon(busyMs)
      case 'checking':
        return check(work, transfer)
      case 'sent':
        return readBack(work, transfer)
      case 'applied':
        return waitForRow(work, transfer)
      case 'review':
        return reviews.goOn(work, transfer)
      default:
        return
    }
  }
  return { credit }
}
