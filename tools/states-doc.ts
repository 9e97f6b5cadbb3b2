import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { factorRecoveryTransitions } from '../server/src/access/recovery/factor-recovery.ts'
import { blockReasons, cardTransitions } from '../server/src/cards/card-status.ts'
import { kycTransitions } from '../server/src/kyc/kyc-status.ts'
import { loadExceptions } from '@cardamom/contract/loads/load-exceptions'
import { loadTransitions } from '../server/src/loads/load-status.ts'
import { treasuryTransitions } from '../server/src/treasury/treasury-status.ts'
import {
  kycSessionSection,
  cardCallSection,
  cardOrderSection,
  paymentSection,
  issuerTransferSection,
  issuerHistoryRowSection,
  findingSection,
  runSection,
  breakSection,
  approvalSection,
  transferSection,
  adjustmentSection,
  settlementSection,
  payoutSection,
} from './parts-states.ts'
import { topUpSection, wireSection, withdrawalSection, withdrawalStepSection } from './two-column-states.ts'
import { chainTransferSection, loadRefundSection, loadReversalSection } from './load-states.ts'
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
      'provider.in_review': 'a person at the provider reviews it',
      'provider.approved': 'approved, and our own checks pass',
      'provider.approved_with_doubt': 'approved, but one of our own checks fails',
      'provider.declined': 'declined; after an approval, loads are held',
      'provider.resubmission_requested': 'new pictures are needed',
      'provider.expired': 'the session expired',
      'provider.abandoned': 'the person left it unfinished',
      'admin.approved': 'an admin approves, with a note',
      'admin.rejected': 'an admin rejects, with a note',
      'admin.reset': 'an admin restores all attempts',
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
      'card.resumed': 'a person with the right to undo the block does so',
      'card.replaced': 'a new card replaces it',
      'card.expired': 'its expiry date has passed',
      'card.closing_started': 'closed for use, authorisations still open',
      'card.closed': 'nothing is floating; or withdrawn before production',
    },
    notes: [
      'During a call to the issuer the card is `pending`. On success it goes to the target of the transition, on a ' +
        'refusal back to its state before. While the outcome is unknown it stays `pending`.',
      `A block has a reason: ${list(blockReasons)}. The holder can undo \`self\`, an admin \`admin\`; only an event ` +
        'of the issuer undoes the other two.',
    ],
  })

const treasurySection = () =>
  section({
    title: 'Record of the treasury',
    source: 'server/src/treasury/treasury-status.ts',
    table: treasuryTransitions,
    meanings: {
      'wire.arrived': 'the issuer has the wire, or two people found it in suspense',
      'wire.returned': 'two people recorded that the bank has it back',
    },
    notes: [
      'While a second person has not approved it, it is an approval and no record yet.',
      'A wire to the issuer begins `in_transit`, every other record `booked`.',
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
      'load.expired': '32 minutes have passed, and nothing was seen, or only less than a cent',
      'load.accepted': 'the payment is final and matches the quote, or the resolution *credit* was chosen',
      'load.set_aside':
        'the payment is final and differs from the quote, or the payer requests a refund of a part',
      'load.undetected': 'the transfer disappeared from the chain, and the quote is still valid',
      'load.undetected_after_time':
        'the transfer disappeared from the chain or is worth less than a cent, and the quote has expired',
      'load.paid_late': 'a transfer became final later',
      'issuer.transfer_started': 'the float is reserved, the issuer is called',
      'load.credited': 'the card has the money',
      'issuer.transfer_refused': 'the issuer refused, it is tried again',
      'load.credit_failed': 'the issuer refused, a person decides',
      'load.reversed':
        'two people reverse it, and the card issuer took it off the card; the payer chooses again',
      'load.undone': 'an administrator takes it back before it is on the card; the payer chooses again',
      'refund.sent': 'the refund of all of it is signed',
      'refund.confirmed': 'the refund is final',
      'refund.failed': 'the refund is final and paid nothing; the payer chooses again',
      'topup.accepted':
        'of a payment for the wallet of a company: it is final and matches, or two people credit it; from now on it is a top-up',
      'topup.reversed': 'two people took the top-up back; its crypto is the company’s again, and is returned',
    },
    notes: [
      'While two people decide about a credit that the issuer’s data does not prove, the load stays `crediting`; its page ' +
        'says so (`credit_review`).',
      `The column \`exception\` says why the payment differs from the quote: ${list(loadExceptions)}. It stays ` +
        'after its resolution.',
      'The history of a load with a final payment has `confirmed`, written in the transaction that accepts the load or sets ' +
        'it aside.',
      'While only a part has arrived in time, the load stays `detected`, with the exception `underpaid`.',
      'A refund changes the state when it is sent; what it waits for before that is in its own table, below.',
      'Anybody can send a transfer to an address that they see on the chain. A transfer that cannot pay its load (another ' +
        'coin, too late, or from a wallet that was not cleared) never delays a paid load: it becomes a separate load in ' +
        '`review`. An unpaid load stays open until its time is over when another coin below the smallest load arrives.',
      'An amount of less than a cent is booked in `deposit.unapplied` and needs no decision.',
    ],
  })

const factorRecoverySection = () =>
  section({
    title: 'Factor recovery',
    source: 'server/src/access/recovery/factor-recovery.ts',
    table: factorRecoveryTransitions,
    meanings: {
      'selfie.started':
        'the link of the mail was opened, and the identity provider opened a session for the selfie check',
      'selfie.passed': 'approved, and the face is the verified person’s',
      'selfie.failed': 'not approved, or another person’s face',
      'recovery.completed': 'a day is over: the factors are removed and every session ends',
      'recovery.cancelled': 'stopped by the link in any of its mails, or by a newer recovery',
    },
    notes: ['Each step is told to the address of the account and to its addresses of the last 30 days.'],
  })

/** Writes docs/states.md from the tables of transitions. A new table needs one more section. */
export const renderStates = (): string =>
  [
    '# States and transitions',
    '`node tools/states-doc.ts` writes this page from the tables of transitions: change a table, not this page. The code ' +
      'and the database refuse a transition that is not in its table: `status_transition` has the same pairs ' +
      '(`node tools/transitions-sql.ts`), and a trigger on each column of states checks them. A status never becomes null; ' +
      'only an identity case is inserted without one, before its first session. A migration that must ' +
      'correct statuses disables the triggers of its table. Fixtures of tests use allowed transitions only.',
    kycSection(),
    kycSessionSection(),
    cardSection(),
    cardCallSection(),
    cardOrderSection(),
    paymentSection(),
    loadSection(),
    chainTransferSection(),
    loadRefundSection(),
    loadReversalSection(),
    issuerTransferSection(),
    issuerHistoryRowSection(),
    factorRecoverySection(),
    findingSection(),
    runSection(),
    breakSection(),
    approvalSection(),
    topUpSection(),
    wireSection(),
    treasurySection(),
    transferSection(),
    adjustmentSection(),
    settlementSection(),
    payoutSection(),
    withdrawalSection(),
    withdrawalStepSection(),
  ].join('\n\n') + '\n'

/** The path of the page. */
export const statesPage = join(import.meta.dirname, '../docs/states.md')

if (import.meta.main) {
  writeFileSync(statesPage, renderStates())
  console.log('docs/states.md is written')
}
