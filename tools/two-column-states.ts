import { topUpTransitions, wireTransitions } from '../server/src/deposits/top-up-status.ts'
import { withdrawalSteps, withdrawalTransitions } from '../server/src/withdrawals/withdrawal-status.ts'
import { section } from './states-section.ts'

/** Sections of the tables that have a second column of states besides `status`. */

export const topUpSection = () =>
  section({
    title: 'Top-up',
    source: 'server/src/deposits/top-up-status.ts',
    table: topUpTransitions,
    meanings: {
      'topup.matured': 'the daily run after 48 business hours, once a statement has the wire',
      'topup.reversed': 'two people reversed it: the wire bounced, or never came',
    },
    notes: [
      'While a second person has not approved it, it is an approval and no top-up yet.',
      'A regular one begins `pending`, an immediate one `available`.',
    ],
  })

export const wireSection = () =>
  section({
    title: 'Wire of a top-up',
    source: 'server/src/deposits/top-up-status.ts',
    table: wireTransitions,
    meanings: { 'topup.matched': 'a second person found it on a statement of the bank' },
    notes: ['A top-up by crypto has no wire: its column is null.'],
  })

export const withdrawalSection = () =>
  section({
    title: 'Withdrawal',
    source: 'server/src/withdrawals/withdrawal-status.ts',
    table: withdrawalTransitions,
    meanings: {
      'withdrawal.confirmed': 'the payment on the chain is final',
      'withdrawal.rejected':
        'an administrator rejected it with a reason, before it was on the chain; the money is released',
      'withdrawal.cancelled': 'who requested it cancelled it before the approval; the money is released',
    },
    notes: [],
  })

export const withdrawalStepSection = () =>
  section({
    title: 'Step of a withdrawal',
    source: 'server/src/withdrawals/withdrawal-status.ts',
    table: withdrawalSteps,
    meanings: {
      'withdrawal.approved': 'a second person approved it, and its payment is queued',
      'withdrawal.started': 'its payment is signed',
      'withdrawal.stopped': 'its payment cannot be sent; a person decides',
      'attempt.failed': 'the payment is final and paid nothing; another attempt follows',
      'withdrawal.failed': 'the last attempt is final and paid nothing; a person decides',
      'withdrawal.confirmed': 'the payment on the chain is final',
      'withdrawal.rejected': 'an administrator rejected it',
      'withdrawal.cancelled': 'who requested it cancelled it',
    },
    notes: ['The last three events change the status too, in one update.'],
  })
