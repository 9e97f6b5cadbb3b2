import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { factorRecoveryTransitions } from '../server/src/access/recovery/factor-recovery.ts'
import { blockReasons, cardTransitions } from '../server/src/cards/card-status.ts'
import { kycTransitions } from '../server/src/kyc/kyc-status.ts'
import { loadExceptions, loadTransitions } from '../server/src/loads/load-status.ts'
import {
  kycSessionSection,
  cardCallSection,
  paymentSection,
  chainTransferSection,
  loadRefundSection,
  issuerTransferSection,
  issuerHistoryRowSection,
  findingSection,
} from './parts-states.ts'
import { list, section } from './states-section.ts'

const kycSection = () =>
  section({
    title: 'Identity case',
    source: 'server/src/kyc/kyc-status.ts',
    table: kycTransitions,
    meanings: {
      'session.created': 'the person starts again, an attempt is left, the provider opened a session',
      'provider.started': 'the person opened the capture page',
      'provider.submitted': 'pictures were handed in',
      'provider.in_review': 'a person at the provider looks at it',
      'provider.approved': 'approved, and our own guards pass',
      'provider.approved_with_doubt': 'approved, but one of our own guards does not pass',
      'provider.declined': 'declined; after an approval, loads are held',
      'provider.resubmission_requested': 'pictures have to be taken again',
      'provider.expired': 'the session ran out',
      'provider.abandoned': 'the person left it unfinished',
      'admin.approved': 'an admin approves, with a note',
      'admin.rejected': 'an admin rejects, with a note',
      'admin.reset': 'an admin gives all attempts back',
    },
    notes: [
      'Verified is `positive` or `admin_approved`.',
      'A case has no status until its first session is open.',
      'A provider event that the table does not have in that state is recorded and changes nothing.',
    ],
  })

const cardSection = () =>
  section({
    title: 'Card',
    source: 'server/src/cards/card-status.ts',
    table: cardTransitions,
    meanings: {
      'card.associated': 'issued, or assigned from stock',
      'card.activation_requested': 'the holder typed the code of the package',
      'card.activated': 'an admin or the company’s auto-activation; a virtual card at once',
      'card.blocked': 'paused, with a reason',
      'card.resumed': 'whoever may undo the block does',
      'card.replaced': 'a new card takes its place',
      'card.expired': 'its expiry date has passed',
      'card.closing_started': 'closed for use, authorisations still open',
      'card.closed': 'nothing is floating; or withdrawn before production',
    },
    notes: [
      'While the issuer is asked for a transition, the card is `pending`: on success it goes to the target of ' +
        'the transition, on a refusal back to where it was. While the outcome is unknown it stays `pending`.',
      `A block has a reason: ${list(blockReasons)}. The holder undoes their own, an admin an admin’s, only ` +
        'the issuer’s event the other two.',
    ],
  })

const loadSection = () =>
  section({
    title: 'Load',
    source: 'server/src/loads/load-status.ts',
    table: loadTransitions,
    meanings: {
      'load.detected': 'a transfer in its coin was seen at its address',
      'load.cancelled': 'the payer cancels, nothing was seen',
      'load.expired': '30 minutes and 2 more, nothing was seen, or only what is worth less than a cent',
      'load.accepted': 'the money is final and as quoted, or the resolution *credit* was chosen',
      'load.set_aside': 'the money is final and not as quoted, or the payer asks for a refund of a part',
      'load.undetected': 'the chain took the transfer back, the quote still holds',
      'load.undetected_after_time':
        'the chain took the transfer back, or what came is worth less than a cent, and the quote is over',
      'load.paid_late': 'a transfer became final after all',
      'issuer.transfer_started': 'the float is reserved, the issuer is called',
      'load.credited': 'the card has the money',
      'issuer.transfer_refused': 'the issuer refused, it is tried again',
      'load.credit_failed': 'the issuer refused, a person decides',
    },
    notes: [
      'While two people decide about a credit that the issuer cannot prove, the load stays `crediting`; its page says so ' +
        '(`credit_review`).',
      `Why the money is not as quoted is a second column, \`exception\`: ${list(loadExceptions)}. It stays ` +
        'when it is solved.',
      'A load whose money is final passes `confirmed` in its history, in the transaction that accepts it or sets it aside.',
      'While a part came in time the load stays `detected`, with the exception `underpaid`.',
      'A refund leaves the state as it is: it is a row of its own, below.',
      'Anybody can send something to an address that they see on the chain. What does not pay its load (another coin, too ' +
        'late, or from a wallet that was not cleared) never holds a load that is paid: it becomes a load of its own in ' +
        '`review`. While a load is not paid, another coin below the smallest load leaves it open until its time is over.',
      'What is worth less than a cent is booked in `deposit.unapplied`, and nobody has to decide.',
    ],
  })

const factorRecoverySection = () =>
  section({
    title: 'Recovery of lost factors',
    source: 'server/src/access/recovery/factor-recovery.ts',
    table: factorRecoveryTransitions,
    meanings: {
      'selfie.begun': 'the link of the mail was opened, the identity provider has a page for the face',
      'selfie.passed': 'approved, and it is the person who was verified',
      'selfie.failed': 'not approved, or somebody else',
      'recovery.completed': 'a day is over: the factors are removed and every session ends',
      'recovery.cancelled': 'stopped by the link in any of its mails, or by a newer one',
    },
    notes: ['Each step is told to the address of the account and to those that it had in the last 30 days.'],
  })

/** Writes docs/states.md from the tables of transitions. A new table needs one more section. */
export const renderStates = (): string =>
  [
    '# States and transitions',
    'Written from the tables of transitions by `node tools/states-doc.ts`: change a table, not this page. A ' +
      'transition that is not in its table is refused, by the code and by the database: `status_transition` holds the same ' +
      'pairs (`node tools/transitions-sql.ts`), and a trigger on each status column looks there. A status never becomes null; ' +
      'only an identity case is inserted without one, before its first session. A migration that has to ' +
      'correct statuses disables the triggers of its table, and a fixture of a test goes the allowed way.',
    kycSection(),
    kycSessionSection(),
    cardSection(),
    cardCallSection(),
    paymentSection(),
    loadSection(),
    chainTransferSection(),
    loadRefundSection(),
    issuerTransferSection(),
    issuerHistoryRowSection(),
    factorRecoverySection(),
    findingSection(),
  ].join('\n\n') + '\n'

/** The path of the page. */
export const statesPage = join(import.meta.dirname, '../docs/states.md')

if (import.meta.main) {
  writeFileSync(statesPage, renderStates())
  console.log('docs/states.md is written')
}
