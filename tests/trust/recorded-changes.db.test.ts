import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestProduct, type TestProduct } from '../support/test-product.ts'

/** Every call that writes records what it changed in the audit, or has a reason why not (security §6). */
let product: TestProduct
beforeAll(async () => {
  product = await createTestProduct()
})
afterAll(() => product.stop())

const recorded = `
  DELETE /card-plans/:id
  DELETE /card-types/:id
  DELETE /factors/:id
  DELETE /loads/:id/refund
  DELETE /notes/:id
  PATCH /admins/:id
  PATCH /card-plans/:id
  PATCH /card-types/:id
  PATCH /companies/:id
  PATCH /companies/:id/branding
  PATCH /companies/:id/card-creation
  PATCH /companies/:id/settings
  PATCH /factors/:id
  PATCH /me
  PATCH /notes/:id
  PATCH /security
  PATCH /users/:id
  POST /admins
  POST /admins/:id/permissions
  POST /admins/:id/top-role
  POST /users/:id/factors/reset
  POST /email-changes/:id/old-confirmation
  POST /users/:id/impersonations/changes
  POST /authsignal/delete/passkey/:userId
  POST /card-plans
  POST /card-stock
  POST /card-plans/:id/archive
  POST /card-plans/:id/restore
  POST /card-types
  POST /card-types/:id/archive
  POST /card-types/:id/image
  POST /card-types/:id/restore
  POST /cards/:id/pause
  POST /cards/:id/resume
  POST /company-cards/:id/block
  POST /company-cards/:id/client-code
  POST /company-cards/:id/unblock
  POST /company-cards/bulk/block
  POST /company-cards/bulk/unblock
  POST /companies
  POST /companies/:id/activate
  POST /companies/:id/deactivate
  POST /companies/:id/logo
  POST /companies/:id/parent
  POST /company-loads/:id/credit
  POST /company-loads/:id/refund
  POST /company-loads/:id/refund/stop
  POST /company-loads/:id/reversal
  POST /company-loads/:id/undo
  POST /email-change-links/:token/cancellation
  POST /email-changes/inform
  POST /email-verifications/:token
  POST /kyc-cases/:id/approve
  POST /kyc-cases/:id/reject
  POST /kyc-cases/:id/reset
  POST /loads/:id/cancel
  POST /loads/:id/credit
  POST /loads/:id/refund
  POST /me/email-changes/cancellation
  POST /me/password
  POST /notes
  PATCH /reconcile-breaks/:id
  POST /reconcile-runs
  POST /notes/:id/pin
  POST /recoveries/:token
  POST /fee-schedules
  POST /fee-schedules/company
  POST /payin-limits
  POST /own-sellers/invitations
  POST /own-sellers/invitations/:id
  POST /seller-invitations
  POST /seller-invitations/:id
  POST /seller-invitations/acceptance
  POST /seller-codes
  PATCH /seller-codes/:id
  POST /seller-codes/:id/deactivate
  POST /seller-codes/:id/activate
  POST /seller-codes/:id/owner
  POST /users/:id/seller-code/removal
  POST /payin-limits/removals
  POST /balance-allowances
  POST /emergency-maximums
  POST /incidents
  POST /incidents/:id/end
  POST /processes/:process/run
  POST /processes/:process/resume
  POST /settings/authentication
  POST /mail-texts/:kind/:lang
  POST /settings/email
  POST /provider-connections/:provider/tests
  POST /settings/gateway
  POST /settings/general
  POST /settings/tier-restrictions
  POST /terms/acceptance
  POST /top-ups
  POST /settlements
  POST /settlements/:id/approval
  POST /settlements/:id/payment
  POST /settlements/:id/void
  DELETE /payout-addresses/:id
  POST /payout-addresses
  POST /card-orders
  POST /card-orders/:id/cancellation
  POST /withdrawals
  POST /withdrawals/:id/approval
  POST /withdrawals/:id/cancellation
  POST /withdrawals/:id/rejection
  POST /coin-deposits
  POST /coin-deposits/:id/cancel
  POST /coin-deposits/:id/credit
  POST /coin-deposits/:id/refund
  POST /coin-deposits/:id/refund-address-requests
  POST /coin-deposits/:id/refund-request
  DELETE /coin-deposits/:id/refund-request
  POST /coin-deposits/:id/refund-to-entered-address
  POST /coin-deposits/:id/refund/stop
  POST /top-ups/:id/match
  POST /top-ups/:id/reversal
  POST /transfers
  POST /transfers/:id/cancellation
  POST /transfers/:id/reversal
  POST /transfers/to-card
  POST /wallet-adjustments
  POST /wallet-adjustments/:id/reversal
  POST /card-adjustments
  POST /wallet-load-batches
  POST /wallet-load-batches/:id/stop
  POST /terms/versions
  POST /users/:id/activate
  POST /users/:id/company
  POST /users/:id/deactivate
  POST /users/:id/impersonations
  POST /users/:id/lockouts/lift
  POST /users/:id/password-reset
  POST /users/:id/password-reset/default
  POST /users/:id/seller-code
  POST /users/bulk/activate
  POST /users/bulk/deactivate
  POST /users/bulk/lockouts/lift
  PUT /cards/:id/limits`

/** The audit row alone says what these calls did. */
const withoutChange: Readonly<Record<string, string>> = {
  'sends a link or a code by mail': `
    POST /admins/:id/invitation
    POST /card-freezes
    POST /company-loads/:id/rest-requests
    POST /mail-texts/:kind/:lang/test
    POST /email-verifications
    POST /email-verifications/:token/renewal
    POST /factor-enrolment-links
    POST /factor-recoveries
    POST /me/email-changes
    POST /recoveries
    POST /recoveries/:token/renewal
    POST /sessions/otp
    POST /users/:id/email-verification`,
  'begins, changes or ends a session or a confirmation, which are rows of their own with their times': `
    POST /factor-enrolment-links/:token
    POST /factor-enrolments
    POST /impersonations/end
    POST /impersonations/open
    POST /session/lock
    POST /session/logout
    POST /session/unlock
    POST /session/unlock/challenge
    POST /sessions
    POST /sessions/:id/revoke
    POST /sessions/factor
    POST /sessions/passkey
    POST /sessions/revoke-others
    POST /step-up/challenges
    POST /step-up/grants
    POST /users/:id/sessions/end`,
  'adds a row that is never changed, or has its own history with the person': `
    POST /approvals/:id/approve
    POST /approvals/:id/reject
    POST /approvals/:id/withdraw
    POST /card-freezes/:token
    POST /device-profiling/consent
    POST /device-profiling/withdrawal
    POST /factor-enrolments/:id/confirmation
    POST /factor-recoveries/:token/cancellation
    POST /factor-recoveries/:token/completion
    POST /factor-recoveries/:token/selfie
    POST /kyc/abandon
    POST /kyc/refresh
    POST /kyc/start
    POST /loads
    POST /loads/:id/transfers
    POST /coin-deposits/:id/transfers
    POST /recovery-codes
    POST /registrations
    POST /top-up-proofs
    POST /treasury-operations`,
  'changes how a person sees their own screens': `
    DELETE /saved-views/:id
    PATCH /notifications/settings
    PATCH /saved-views/:id
    POST /notifications/read
    POST /saved-views`,
  'reads, or asks a provider, and changes nothing': `
    POST /authsignal/authenticate
    POST /authsignal/delete/passkey
    POST /audit/export
    POST /cards/:id/reveal
    POST /downloads
    POST /admins/export
    POST /kyc-cases/export
    POST /company-cards/export
    POST /company-transactions/export
    POST /notes/export
    POST /reconcile-breaks/export
    POST /reconcile-runs/export
    POST /magic-links
    POST /seller-invitations/opened
    POST /fee-estimates
    POST /fee-schedules/simulations
    POST /wallet-load-batches/checks
    POST /wallet-load-batches/previews
    POST /mail-texts/:kind/:lang/preview
    POST /fee-schedules/export
    POST /payin-limits/export
    POST /balance-allowances/export
    POST /transactions/export
    POST /top-ups/export
    POST /coin-deposits/export
    POST /transfers/export
    POST /transfers/requests/export
    POST /wallet/transfers/export
    POST /top-ups/requests/export
    POST /settlements/export
    POST /withdrawals/export
    POST /treasury-operations/export
    POST /wallet-adjustments/export
    POST /card-adjustments/:id/read-back
    POST /card-stock/checks
    POST /card-stock/export
    POST /wallet-load-batches/export
    POST /wallet-load-batches/rows/export
    POST /users/export
    POST /seller-codes/export
    POST /referred-people/export
    POST /referrers/export
    POST /terms/acceptances/export
    POST /email-changes/export
    POST /sellers/export
    POST /own-codes/export
    POST /own-adjustments/export
    POST /earnings/export
    POST /wallet/settlements/export
    POST /wallet/withdrawals/export
    POST /wallet/deposits/export
    POST /ledger/journals/export
    POST /ledger/postings/export
    POST /wallets/export
    POST /wallets/statement/export
    POST /wallet/statement/export
    POST /settlements/file/export
    POST /wallet/settlements/file/export`,
}

const linesOf = (text: string) => text.trim().split(/\n\s*/)

test('every mounted call that writes records its change, or says why not', () => {
  const mounted = product.calls.filter(({ method }) => method !== 'GET')
  const names = mounted.map(({ method, path }) => `${method} ${path}`).toSorted()
  const listed = [recorded, ...Object.values(withoutChange)].flatMap(linesOf)
  expect(listed.toSorted()).toEqual(names)
})
