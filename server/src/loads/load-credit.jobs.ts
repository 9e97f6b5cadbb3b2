import type { CallOutcome, UndecidedReason } from '../kernel/call-declaration.ts'
import { externalCall } from '../kernel/external-call.ts'
import type { JobHandler, Work } from '../kernel/jobs.ts'
import {
  findTransfer,
  issuerTransferAttempts,
  reserveCard,
  writeUnexplained,
  type IssuerTransfer,
  type ReviewReason,
} from './issuer-transfers.sql.ts'
import type { CreditEndings } from './load-credit-ending.ts'
import { creditAbsence, creditTimes } from './load-credit-proof.ts'
import { isRow, type CreditReads, type CreditSeen } from './load-credit-reads.ts'
import type { CreditReviews } from './load-credit-review.ts'
import type { LoadsNeeds } from './load-needs.ts'

const reviewReasons: { readonly [Reason in UndecidedReason]: ReviewReason } = {
  foreign: 'foreign_row',
  overdue: 'undecided',
  unconfirmed: 'row_missing',
  absent_again: 'absent_again',
}

type Deps = {
  readonly needs: LoadsNeeds
  readonly reads: CreditReads
  readonly endings: CreditEndings
  readonly reviews: CreditReviews
}

/**
 * Credits a card exactly once at an issuer that keeps no reference of a credit. One operation at a time has the card. Its
 * history and what is on it are read and stored first. A lost answer is decided by the history, by what is on the card
 * apart from payments, or in the end by two people (providers §4).
 */
export const createCreditCalls = (deps: Deps): JobHandler => {
  const { needs, reads, endings, reviews } = deps

  const send = async (transfer: IssuerTransfer): Promise<CallOutcome<CreditSeen>> => {
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
    ...reads,
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
