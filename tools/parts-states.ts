import { approvalTransitions } from '../server/src/approvals/approval-status.ts'
import { cardCallTransitions } from '../server/src/cards/card-status.ts'
import { kycSessionTransitions } from '../server/src/kyc/kyc-status.ts'
import { issuerHistoryRowTransitions, issuerTransferTransitions } from '../server/src/loads/credit-status.ts'
import { cardOrderTransitions } from '../server/src/orders/card-order.ts'
import { paymentTransitions } from '../server/src/transactions/payment-status.ts'
import { payoutTransitions } from '../server/src/payouts/payout-status.ts'
import { settlementTransitions } from '../server/src/settlements/settlement-status.ts'
import { transferTransitions } from '../server/src/transfers/transfer-status.ts'
import { adjustmentTransitions } from '../server/src/wallets/adjustment-status.ts'
import { breakTransitions, runTransitions } from '../server/src/reconciliation/break-status.ts'
import { findingTransitions } from '../server/src/treasury/findings.sql.ts'
import { list, section } from './states-section.ts'

/** Sections of states that people never see by name: those of calls, transfers and checks. */

export const kycSessionSection = () =>
  section({
    title: 'Session at the identity provider',
    source: 'server/src/kyc/kyc-status.ts',
    table: kycSessionTransitions,
    meanings: {
      'session.opened': 'the provider answered',
      'session.lost': 'no answer came, or it came too late',
      'session.closed': 'decided, expired or abandoned',
    },
    notes: [],
  })

export const cardOrderSection = () =>
  section({
    title: 'Order of a card',
    source: 'server/src/orders/card-order.ts',
    table: cardOrderTransitions,
    meanings: {
      'card_order.fulfilled': 'a virtual card is issued, a physical one is shipped',
      'card_order.refunded': 'cancelled before that; the wallet has the money again',
    },
    notes: ['An order is paid when it is made. The card is made after that.'],
  })

export const cardCallSection = () =>
  section({
    title: 'Call to the issuer about a card',
    source: 'server/src/cards/card-status.ts',
    table: cardCallTransitions,
    meanings: {
      'call.sent': 'stored right before the call is made',
      'call.absent': 'nothing was sent, or a read-back proves that it had no effect: it may be made again',
      'call.done': 'the issuer did it',
      'call.refused': 'the issuer refused it, or it was abandoned',
    },
    notes: [],
  })

export const paymentSection = () =>
  section({
    title: 'Payment with a card',
    source: 'server/src/transactions/payment-status.ts',
    table: paymentTransitions,
    meanings: {
      'payment.floating': 'an amount is authorised and not cleared',
      'payment.settled': 'it was cleared',
      'payment.refunded': 'the whole cleared amount was refunded',
      'payment.released': 'no amount is held any more, and none was cleared',
    },
    notes: ['The state follows from the set of the issuer’s events, in any order.'],
  })

export const issuerTransferSection = () =>
  section({
    title: 'Credit at the issuer',
    source: 'server/src/loads/credit-status.ts',
    table: issuerTransferTransitions,
    meanings: {
      'card.reserved': 'no other operation uses the card; its history and balance are read',
      'attempt.sent': 'stored right before the one request',
      'attempt.not_sent': 'nothing was sent: the attempt does not count',
      'attempt.absent': 'the attempt is proved to have had no effect',
      'transfer.applied': 'the issuer answered that it is done; its history row must appear',
      'row.bound': 'its history row was found, or two people accepted it without one',
      'transfer.refused': 'the issuer refused it, or two people decided that it did not happen',
      'review.opened': 'the outcome cannot be proved: two people decide',
      'review.resumed_before_attempt': 'a row was explained: the operation starts again',
      'review.resumed_after_attempt': 'a row was explained: the attempt is read back again',
      'review.resumed_after_credit': 'a row was explained: the credit’s own row must appear',
    },
    notes: [
      `${list(['checking', 'sent', 'applied', 'review'])} reserve the card: only one operation at a time may use it.`,
    ],
  })

export const issuerHistoryRowSection = () =>
  section({
    title: 'Row of the issuer’s balance history',
    source: 'server/src/loads/credit-status.ts',
    table: issuerHistoryRowTransitions,
    meanings: {
      'row.bound': 'it is the credit of this operation',
      'row.foreign': 'two people decided that it is not ours',
    },
    notes: [
      '`stray`: no operation of ours explains the row; until it is explained, its card gets no credit.',
    ],
  })

export const findingSection = () =>
  section({
    title: 'Difference between the books',
    source: 'server/src/treasury/findings.sql.ts',
    table: findingTransitions,
    meanings: {
      'finding.repeated': 'the next check found it again, so it is confirmed',
      'finding.gone': 'the next check did not find it',
    },
    notes: ['An amount that is open for too long is `open` at once.'],
  })

export const approvalSection = () =>
  section({
    title: 'Request of two people',
    source: 'server/src/approvals/approval-status.ts',
    table: approvalTransitions,
    meanings: {
      'checker.approved': 'a second person approved it, and the call ran in the same transaction or plan',
      'checker.rejected': 'a second person rejected it, with a note',
      'maker.withdrew': 'its maker withdrew it',
      'time.expired': 'nobody decided it in 72 hours',
      'run.started': 'approved; a call to an outside service is being made',
      'run.done': 'the outside service did it',
      'run.failed': 'approved, but the call was refused; the request has the reason',
    },
    notes: ['A `running` request that did not end in 15 minutes fails as `outcome_unknown`.'],
  })

export const transferSection = () =>
  section({
    title: 'Transfer between wallets, or to a card',
    source: 'server/src/transfers/transfer-status.ts',
    table: transferTransitions,
    meanings: {
      'wallet_load.credited': 'the card issuer credited the card',
      'wallet_load.released':
        'a person cancelled it, or the card could not be credited: the wallet has its money again',
      'transfer.reversed': 'a transfer back returned it, with a reason',
    },
    notes: [
      'While a second person has not approved it, it is an approval and no transfer yet.',
      'A transfer back is a transfer of its own, which is never reversed.',
    ],
  })

export const adjustmentSection = () =>
  section({
    title: 'Adjustment of a wallet or a card',
    source: 'server/src/wallets/adjustment-status.ts',
    table: adjustmentTransitions,
    meanings: {
      'adjustment.completed': 'the card issuer made it, and it is posted',
      'adjustment.refused': 'the card issuer refused it or did not make it: the card is as before',
    },
    notes: [
      'An adjustment of a wallet is posted when it is made.',
      'What undoes an adjustment is an adjustment of its own. It names the first one, which can be undone once.',
    ],
  })

export const settlementSection = () =>
  section({
    title: 'Settlement',
    source: 'server/src/settlements/settlement-status.ts',
    table: settlementTransitions,
    meanings: {
      'settlement.approved': 'the daily run or a person approved it; its shares are settled',
      'settlement.paid': 'its journal is posted',
      'settlement.voided': 'a person voided it, with a reason; its shares are due again',
    },
    notes: ['A share that is reversed leaves a draft. After the approval it is owed instead.'],
  })

export const payoutSection = () =>
  section({
    title: 'Payout',
    source: 'server/src/payouts/payout-status.ts',
    table: payoutTransitions,
    meanings: {
      'payout.sent': 'its signed transaction and its journal are stored; it is broadcast next',
      'payout.stopped': 'its owner or a check decided before an attempt that it must not be sent',
      'payout.lost':
        'the answer of the broadcast was lost, or the node does not know the transaction any more',
      'payout.found': 'the chain knows a transaction of the attempt',
      'payout.confirmed': 'the payment is final',
      'payout.failed': 'the attempt is final and paid nothing; a next attempt follows',
      'payout.ended_unpaid': 'the attempt is final and paid nothing, and no other follows',
    },
    notes: [
      'An attempt has one nonce. Every transaction of it has that nonce, so at most one of them can pay.',
    ],
  })

export const runSection = () =>
  section({
    title: 'Run of the reconciliation',
    source: 'server/src/reconciliation/break-status.ts',
    table: runTransitions,
    meanings: {
      'pages.read': 'all pages of the issuer’s transactions are read',
      'missing.checked': 'every transaction with an event that the pages do not have was read by itself',
      'run.compared': 'both sides are compared, and the breaks are recorded',
    },
    notes: ['One run is under way at a time. After an interruption it continues where it was.'],
  })

export const breakSection = () =>
  section({
    title: 'Break',
    source: 'server/src/reconciliation/break-status.ts',
    table: breakTransitions,
    meanings: { 'break.gone': 'a run that looked for it does not find it any more' },
    notes: ['The same difference has one open break, however many runs find it.'],
  })
