import { transitions, type EventOf } from '../kernel/states.ts'

/**
 * States of a credit at the issuer (docs/providers.md). `checking`, `sent`, `applied` and `review` reserve
 * the card: one operation at a time may use it.
 */
export const issuerTransferTransitions = transitions({
  table: 'issuerTransfer',
  initial: ['started'],
  states: {
    started: { 'card.reserved': 'checking' },
    checking: {
      'attempt.sent': 'sent',
      'transfer.refused': 'refused',
      'review.opened': 'review',
    },
    sent: {
      'attempt.not_sent': 'started',
      'attempt.absent': 'started',
      'transfer.applied': 'applied',
      'row.bound': 'done',
      'transfer.refused': 'refused',
      'review.opened': 'review',
    },
    applied: { 'row.bound': 'done', 'review.opened': 'review' },
    review: {
      'review.resumed_before_attempt': 'started',
      'review.resumed_after_attempt': 'sent',
      'review.resumed_after_credit': 'applied',
      'row.bound': 'done',
      'transfer.refused': 'refused',
    },
    done: {},
    refused: {},
  },
})
export type IssuerTransferEvent = EventOf<typeof issuerTransferTransitions>

/** States of a row of the issuer's balance history: what explains it. */
export const issuerHistoryRowTransitions = transitions({
  table: 'issuerHistoryRow',
  initial: ['bound', 'stray'],
  states: {
    stray: { 'row.bound': 'bound', 'row.foreign': 'foreign' },
    bound: {},
    foreign: {},
  },
})
