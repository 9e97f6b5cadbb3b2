import {
  chainTransferTransitions,
  loadRefundTransitions,
  loadReversalTransitions,
} from '../server/src/loads/load-status.ts'
import { section } from './states-section.ts'

/** Sections of states of the parts of a load: its transfers, refunds and reversals. */

export const chainTransferSection = () =>
  section({
    title: 'Transfer on the chain',
    source: 'server/src/loads/load-status.ts',
    table: chainTransferTransitions,
    meanings: {
      'transfer.finalised': 'its block is final: it is booked',
      'transfer.reorganised': 'its block is no longer on the chain',
      'transfer.seen': 'its block is back',
    },
    notes: ['`unlisted`: a transfer of a token that is not accepted is recorded and never booked.'],
  })

export const loadRefundSection = () =>
  section({
    title: 'Refund of a load',
    source: 'server/src/loads/load-status.ts',
    table: loadRefundTransitions,
    meanings: {
      'refund.approved': 'two administrators approved it; it waits to be sent',
      'refund.sent': 'its payment is signed and booked, or that of its first coin',
      'refund.stopped':
        'nothing was sent: a list names its address, or an administrator stopped it; the payer chooses again',
      'refund.confirmed': 'its payments are final',
      'refund.failed': 'its payment is final and paid nothing; the payer chooses again',
      'refund.withdrawn': 'the payer withdrew the request',
    },
    notes: [
      'A refund that a person claimed in an earlier version stays `sending` and has no payment: the person sent it.',
    ],
  })

export const loadReversalSection = () =>
  section({
    title: 'Reversal of a load',
    source: 'server/src/loads/load-status.ts',
    table: loadReversalTransitions,
    meanings: {
      'reversal.completed': 'the card issuer took the money off the card, and it is posted',
      'reversal.refused':
        'the card issuer refused it or did not make it: the load and the card are as before',
    },
    notes: ['An acceptance of a load is reversed once. After a refusal it can be requested again.'],
  })
