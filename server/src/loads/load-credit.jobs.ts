import type { EffectFound, Prepared, UndecidedReason } from '../kernel/call-declaration.ts'
import { after, type Clock } from '../kernel/clock.ts'
import { externalCall } from '../kernel/external-call.ts'
import type { JobHandler, Work } from '../kernel/jobs.ts'
import type { BalanceHistoryRow, CreditChange } from '../providers/issuer/port.ts'
import type { ProviderOutcome } from '../providers/outcome.ts'
import { readFreshRows, readStanding } from './card-standing.ts'
import { listStrayRows } from './credit-history.sql.ts'
import {
  findTransfer,
  issuerTransferAttempts,
  reserveCard,
  writeUnexplained,
  type IssuerTransfer,
  type ReviewReason,
} from './issuer-transfers.sql.ts'
import type { CreditEndings } from './load-credit-ending.ts'
import { creditAbsence, creditTimes, findCredit, gainedMills } from './load-credit-proof.ts'
import type { CreditReviews } from './load-credit-review.ts'
import type { LoadsNeeds } from './load-needs.ts'

const dayMs = 86_400_000
/** Payments of this many days are read: an open hold lapses after 30. */
const paymentDays = 35

/** What shows a credit: the issuer's answer, or the row of the card's history. */
type CreditSeen = CreditChange | BalanceHistoryRow
const isRow = (seen: CreditSeen): seen is BalanceHistoryRow => 'rowId' in seen

const reviewReasons: { readonly [Reason in UndecidedReason]: ReviewReason } = {
  foreign: 'foreign_row',
  overdue: 'undecided',
  unconfirmed: 'row_missing',
  absent_again: 'absent_again',
}

type Deps = {
  readonly clock: Clock
  readonly needs: LoadsNeeds
  readonly endings: CreditEndings
  readonly reviews: CreditReviews
}

const createReads = ({ clock, needs: { issuer } }: Deps) => {
  /** What is on the card, and what payments have taken from it; both are stored with the attempt. */
  const prepare = async (
    _work: Work,
    { issuerCardId }: IssuerTransfer,
  ): Promise<Prepared<IssuerTransfer, null>> => {
    const from = after(clock.now(), -paymentDays * dayMs)
    const standing = await readStanding(issuer, { issuerCardId, from })
    if (!standing) return { outcome: 'unavailable' }
    const { availableMills: creditBeforeMills, spentMills: spentBeforeMills } = standing
    return { outcome: 'ready', facts: null, set: { creditBeforeMills, spentBeforeMills, spentFrom: from } }
  }

  /** How much more is on the card than before the attempt, apart from payments; null: not told. */
  const gained = async (transfer: IssuerTransfer): Promise<bigint | null> => {
    const { issuerCardId, creditBeforeMills, spentBeforeMills, spentFrom } = transfer
    const before = { availableMills: creditBeforeMills ?? 0n, spentMills: spentBeforeMills ?? 0n }
    const now = await readStanding(issuer, { issuerCardId, from: spentFrom ?? new Date(0) })
    return now && gainedMills(before, now)
  }

  const findEffect = async (work: Work, transfer: IssuerTransfer): Promise<EffectFound<CreditSeen>> => {
    const { status, issuerCardId, amountCents } = transfer
    const fresh = await readFreshRows(issuer, work, issuerCardId)
    // A history that the issuer refuses to show says nothing about a credit that was sent.
    if (fresh.outcome === 'rejected' && status !== 'checking') return { outcome: 'unavailable' }
    if (fresh.outcome !== 'ok') return fresh
    if (status === 'checking') {
      const strays = await work.read((sql) => listStrayRows(sql, issuerCardId))
      const isClear = fresh.value.length + strays.length === 0
      return isClear ? { outcome: 'absent' } : { outcome: 'foreign', values: fresh.value }
    }
    const found = findCredit(fresh.value, amountCents)
    if (found.outcome !== 'ok' || status !== 'applied' || transfer.isExplained) return found
    return (await gained(transfer)) === amountCents * 10n ? found : { outcome: 'pending' }
  }

  const confirmAbsence = async (transfer: IssuerTransfer) => {
    const gain = await gained(transfer)
    if (gain === null) return 'unavailable'
    return gain === 0n ? 'absent' : 'pending'
  }
  return { prepare, findEffect, confirmAbsence }
}

/**
 * Credits a card exactly once at an issuer that keeps no reference of a credit. One operation at a time has the card. Its
 * history and what is on it are read and stored first. A lost answer is decided by the history, by what is on the card
 * apart from payments, or in the end by two people (providers §4).
 */
export const createCreditCalls = (deps: Deps): JobHandler => {
  const { needs, endings, reviews } = deps

  const send = async (transfer: IssuerTransfer): Promise<ProviderOutcome<CreditSeen>> => {
    const { issuerCardId, amountCents } = transfer
    const answer = await needs.issuer.adjustCredit({ issuerCardId, amountCents })
    if (answer.outcome !== 'ok') return answer
    const { beforeMills, afterMills } = answer.value
    return afterMills - beforeMills === amountCents * 10n ? answer : { outcome: 'unknown' }
  }

  /** An answer books the credit. Its row has to show before anything else is done to this card. */
  const done = async (work: Work, transfer: IssuerTransfer, seen: CreditSeen) => {
    if (isRow(seen)) return endings.finish(work, transfer, seen)
    if (seen.beforeMills !== transfer.creditBeforeMills)
      await work.write(({ sql }) => writeUnexplained(sql, transfer))
    await endings.finish(work, transfer, null)
    return 'unconfirmed' as const
  }

  return externalCall<IssuerTransfer, CreditSeen>({
    find: (sql, payload) => findTransfer(sql, String(payload['issuerTransferId'])),
    stages: {
      started: 'open',
      checking: 'open',
      sent: 'sent',
      applied: 'unconfirmed',
      review: 'review',
      done: 'ended',
      refused: 'ended',
    },
    attempts: issuerTransferAttempts,
    reserve: reserveCard,
    readsFirst: true,
    ...createReads(deps),
    send,
    times: creditTimes,
    absence: () => creditAbsence,
    mostAttempts: 3,
    endings: {
      done,
      refused: (work, transfer, code) => endings.refuse(work, transfer, { code }),
      undecided: (work, transfer, { reason, values }) =>
        reviews.open(work, transfer, { reason: reviewReasons[reason], rows: values.filter(isRow) }),
    },
    review: reviews.goOn,
  })
}
