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
import { isRow, type CreditReads, type CreditEffect } from './load-credit-reads.ts'
import type { CreditReviews } from './load-credit-review.ts'
import type { LoadsNeeds } from './load-needs.ts'

const reviewReasons: { readonly [Reason in UndecidedReason]: ReviewReason } = {
  foreign: 'foreign_row',
  overdue: 'undecided',
  unconfirmed: 'row_missing',
  absent_again: 'absent_again',
}

type Deps = {
  readonly needs: Pick<LoadsNeeds, 'issuer'>
  readonly reads: CreditReads
  readonly endings: CreditEndings
  readonly reviews: CreditReviews
  /**
   * `return`: a credit that was proved absent once is not sent again, and its money returns. Without it, people decide
   * about a load after three attempts.
   */
  readonly whenAbsent?: 'return'
}

/**
 * Credits a card exactly once, although the issuer stores no reference of a credit. Only one operation at a
 * time may use the card. Before an attempt, the card's history and balance are read and stored. After a lost
 * answer the history decides, then the balance apart from payments, and in the end two people (providers §4).
 */
export const createCreditCalls = (deps: Deps): JobHandler => {
  const { needs, reads, endings, reviews } = deps

  const send = async (transfer: IssuerTransfer): Promise<CallOutcome<CreditEffect>> => {
    const { issuerCardId, amountCents } = transfer
    const answer = await needs.issuer.adjustCredit({ issuerCardId, amountCents })
    if (answer.outcome !== 'ok') return answer
    const { beforeMills, afterMills } = answer.value
    return afterMills - beforeMills === amountCents * 10n ? answer : { outcome: 'unknown' }
  }

  /**
   * Books the credit after the issuer's answer. The card has no other operation until the history has the
   * row.
   */
  const done = async (work: Work, transfer: IssuerTransfer, seen: CreditEffect) => {
    if (isRow(seen)) return endings.finish(work, transfer, seen)
    if (seen.beforeMills !== transfer.creditBeforeMills)
      await work.write(({ sql }) => writeUnexplained(sql, transfer))
    await endings.finish(work, transfer, null)
    return 'unconfirmed' as const
  }

  return externalCall<IssuerTransfer, CreditEffect>({
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
    mostAttempts: deps.whenAbsent === 'return' ? 1 : 3,
    endings: {
      done,
      refused: (work, transfer, code) => endings.refuse(work, transfer, { code }),
      undecided: (work, transfer, { reason, values }) =>
        reason === 'absent_again' && deps.whenAbsent === 'return'
          ? endings.refuse(work, transfer, { code: 'absent' })
          : reviews.open(work, transfer, { reason: reviewReasons[reason], rows: values.filter(isRow) }),
    },
    review: reviews.goOn,
  })
}
