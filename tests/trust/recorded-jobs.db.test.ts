import { actionNameOf } from '@cardamom/contract/audit/audit-actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestProduct, type TestProduct } from '../support/test-product.ts'

/** Every job records in the audit what it changes of an audited record, or has a reason why not (security §6). */
let product: TestProduct
beforeAll(async () => {
  product = await createTestProduct()
})
afterAll(() => product.stop())

/** Jobs with the record that they change, in whose history the audit shows it (`tests/support/job-changes.ts`). */
const recorded: Readonly<Record<string, string>> = {
  approval: `
    approvals.end_running
    approvals.expire`,
  card: `
    cards.automatic
    orders.make_card
    cards.call
    cards.freeze
    cards.refresh
    cards.retry`,
  kyc_case: `
    kyc.event
    kyc.screen
    kyc.watch`,
  load: `
    loads.time_over`,
  settlement: `
    settlements.run`,
  user: `
    access.follow_company
    access.grants
    identity.finish-email-change`,
}

const withoutChange: Readonly<Record<string, string>> = {
  'starts another job, or closes a connection, and changes no record': `
    access.close-stream
    cards.person_changed
    cards.person_decided
    payouts.queued
    settings.incident_turn`,
  'adds the row that guards the limits of a new cardholder': `
    loads.limit_use`,
  'adds a row to the security log of a person, which the audit of the call has': `
    access.email_change_cancelled
    access.email_change_requested
    access.email_changed
    access.mobile_changed
    access.password_changed`,
  'removes rows whose time is over (operations, Retention), or makes room for new ones': `
    access.clean
    deposits.prune
    identity.clean
    kernel.answers
    kernel.months
    ledger.references
    loads.archive
    notifications.prune
    transactions.prune`,
  'sends a mail, or a notification to its reader': `
    identity.send-link
    mail.send
    notifications.approval.decided
    notifications.company.topup.accepted
    notifications.company.topup.matured
    notifications.company.topup.payment_set_aside
    notifications.company.topup.reversed
    notifications.company.transfer.completed
    notifications.company.transfer.reserved
    notifications.company.transfer.cancelled
    notifications.company.transfer.batch_created
    notifications.company.wallet.adjusted
    notifications.company.settlement.paid
    notifications.company.withdrawal.approved
    notifications.company.withdrawal.rejected
    notifications.company.withdrawal.confirmed
    notifications.company.allowance.guaranteed
    notifications.company.company.terms_changed
    notifications.company.payout_address.added
    notifications.card.activated
    notifications.card.authorised
    notifications.card.blocked
    notifications.card.cleared
    notifications.card.declined
    notifications.card.lapsed
    notifications.card.refunded
    notifications.card.resumed
    notifications.seller_invitation.accepted
    notifications.card.reversed
    notifications.kyc.decided
    notifications.load.accepted
    notifications.load.credit_failed
    notifications.load.credited
    notifications.load.detected
    notifications.load.expired
    notifications.load.refund_failed
    notifications.load.refunded
    notifications.load.release_delayed
    notifications.load.rest_requested
    notifications.load.reversed
    notifications.load.set_aside
    notifications.load.undone
    notifications.load.underpaid
    notifications.settlement.paid
    notifications.topup.accepted
    notifications.topup.address_requested
    notifications.topup.refund_requested
    notifications.topup.payment_set_aside
    notifications.transfer.completed
    notifications.transfer.credited
    notifications.wallet.adjusted
    notifications.fee_schedule.ended
    notifications.note.mentioned
    notifications.payout_address.added
    notifications.user.company_changed
    notifications.withdrawal.confirmed
    notifications.withdrawal.rejected
    notifications.withdrawal.requested`,
  'writes to the signed facts of an account what a call decided, whose audit has it': `
    limits.allowance`,
  'signs, sums or compares the books, and stores what it found': `
    ledger.audit_check
    ledger.check
    ledger.sign
    ledger.totals
    loads.days
    reconciliation.nightly
    reconciliation.run
    treasury.account_changed
    treasury.check_ageing
    treasury.check_cards
    treasury.check_chain
    treasury.check_days
    treasury.check_master
    treasury.read_float
    treasury.read_wallets`,
  'books money in signed journals; a load has each step in its append-only history': `
    treasury.book_gas
    treasury.own_transfer
    orders.fulfil
    treasury.revalue
    deposits.mature
    loads.credit
    loads.order_company_refund
    loads.order_refund
    loads.release
    loads.retry_activated
    loads.retry_resumed
    loads.scan
    loads.set_aside
    loads.start_credit
    loads.transfer_final
    loads.watch_credit
    payouts.run
    transactions.load
    transactions.load_reversal
    transactions.payment
    transactions.wallet_load
    transactions.adjustment
    transfers.credit
    transfers.run_batch
    transfers.start_credit
    transfers.watch_credit
    loads.reverse_credit
    loads.watch_reversal
    wallets.adjust_card
    wallets.watch_adjustment
    wallets.guarantees
    transactions.poll`,
  'subscribes at a provider, and changes no record': `
    transactions.subscribe`,
}

const linesOf = (text: string) => text.trim().split(/\n\s*/)

test('every job records its change, or says why not', () => {
  const listed = [...Object.values(recorded), ...Object.values(withoutChange)].flatMap(linesOf)
  expect(listed.toSorted()).toEqual(product.kernel.jobs.names().toSorted())
})

test('the audit names what each of these jobs did', () => {
  const unnamed = Object.values(recorded)
    .flatMap(linesOf)
    .filter((name) => actionNameOf(name, 'job') === 'jobChange')
  expect(unnamed).toEqual([])
})
