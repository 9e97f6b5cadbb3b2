import { deferred } from './kernel/deferred.tsx'
import { page, type RouteLine } from './kernel/route-line.ts'

/** The frame of every admin page. */
export const AdminLayout = deferred(() => import('./shell/admin-layout.tsx'), 'AdminLayout')

/**
 * Every screen of admins, one entry each, with the fields of routes.tsx and `tag`: the permission that the
 * page needs. Without it the person gets "page not found" and no navigation item (shell/admin-nav.ts).
 *
 * This file is loaded for admins only (shell/app.tsx), so the first file that everybody loads stays as small
 * as it is, however many screens are added here. All that it imports at the top is in that first file.
 */
export const adminRoutes: readonly RouteLine[] = [
  {
    path: '/admin',
    area: 'admin',
    page: page(() => import('./reports/admin-home-page.tsx'), 'AdminHomePage'),
  },
  {
    path: '/admin/go-live',
    area: 'admin',
    tag: 'settings.view',
    page: page(() => import('./reports/go-live-page.tsx'), 'GoLivePage'),
  },
  {
    path: '/admin/kyc',
    area: 'admin',
    tag: 'kyc.view',
    page: page(() => import('./kyc/kyc-cases-page.tsx'), 'KycCasesPage'),
  },
  {
    path: '/admin/settings/incidents',
    area: 'admin',
    tag: 'settings.view',
    page: page(() => import('./settings/incidents-page.tsx'), 'IncidentsPage'),
  },
  {
    path: '/admin/settings/terms',
    area: 'admin',
    tag: 'terms.manage',
    page: page(() => import('./terms/terms-versions-page.tsx'), 'TermsVersionsPage'),
  },
  {
    path: '/admin/settings/terms/new',
    area: 'admin',
    tag: 'terms.manage',
    page: page(() => import('./terms/new-terms-page.tsx'), 'NewTermsPage'),
  },
  {
    path: '/admin/settings/terms/acceptances',
    area: 'admin',
    tag: 'terms.manage',
    page: page(() => import('./terms/terms-acceptances-page.tsx'), 'TermsAcceptancesPage'),
  },
  {
    path: '/admin/email-changes',
    area: 'admin',
    tag: 'users.email_change.view',
    page: page(() => import('./identity/email-changes-page.tsx'), 'EmailChangesPage'),
  },
  {
    path: '/admin/loads',
    area: 'admin',
    tag: 'loads.view',
    page: page(() => import('./loads/company-loads-page.tsx'), 'CompanyLoadsPage'),
  },
  {
    path: '/admin/wallets',
    area: 'admin',
    tag: 'wallets.view',
    page: page(() => import('./wallets/wallet-list-page.tsx'), 'WalletListPage'),
  },
  {
    path: '/admin/wallets/adjust',
    area: 'admin',
    tag: 'wallets.adjust',
    page: page(() => import('./wallets/adjust-wallet-page.tsx'), 'AdjustWalletPage'),
  },
  {
    path: '/admin/wallets/adjustments',
    area: 'admin',
    tag: 'wallets.view',
    page: page(() => import('./wallets/wallet-adjustments-page.tsx'), 'WalletAdjustmentsPage'),
  },
  {
    path: '/admin/wallets/deposits',
    area: 'admin',
    tag: 'deposits.view',
    page: page(() => import('./deposits/deposits-page.tsx'), 'DepositsPage'),
  },
  {
    path: '/admin/wallets/deposits/new',
    area: 'admin',
    tag: 'deposits.create',
    page: page(() => import('./deposits/new-deposit-page.tsx'), 'NewDepositPage'),
  },
  {
    path: '/admin/wallets/:id',
    area: 'admin',
    tag: 'wallets.view',
    page: page(() => import('./wallets/owner-wallets-page.tsx'), 'OwnerWalletsPage'),
  },
  {
    path: '/admin/transfers',
    area: 'admin',
    tag: 'transfers.view',
    page: page(() => import('./transfers/transfers-page.tsx'), 'TransfersPage'),
  },
  {
    path: '/admin/transfers/new',
    area: 'admin',
    tag: 'transfers.create',
    page: page(() => import('./transfers/new-transfer-page.tsx'), 'NewTransferPage'),
  },
  {
    path: '/admin/transfers/to-card',
    area: 'admin',
    tag: 'transfers.create',
    page: page(() => import('./transfers/to-card-page.tsx'), 'ToCardPage'),
  },
  {
    path: '/admin/settlements',
    area: 'admin',
    tag: 'settlements.view',
    page: page(() => import('./settlements/settlements-page.tsx'), 'SettlementsPage'),
  },
  {
    path: '/admin/settlements/new',
    area: 'admin',
    tag: 'settlements.create',
    page: page(() => import('./settlements/new-settlement-page.tsx'), 'NewSettlementPage'),
  },
  {
    path: '/admin/settlements/:id',
    area: 'admin',
    tag: 'settlements.view',
    page: page(() => import('./settlements/settlement-page.tsx'), 'SettlementPage'),
  },
  {
    path: '/admin/withdrawals',
    area: 'admin',
    tag: 'withdrawals.view',
    page: page(() => import('./withdrawals/withdrawals-page.tsx'), 'WithdrawalsPage'),
  },
  {
    path: '/admin/withdrawals/new',
    area: 'admin',
    tag: 'withdrawals.create',
    page: page(() => import('./withdrawals/own-withdrawals-page.tsx'), 'CompanyWithdrawalPage'),
  },
  {
    path: '/admin/withdrawals/:id',
    area: 'admin',
    tag: 'withdrawals.view',
    page: page(() => import('./withdrawals/withdrawal-page.tsx'), 'WithdrawalPage'),
  },
  {
    path: '/admin/ledger',
    area: 'admin',
    tag: 'ledger.view',
    page: page(() => import('./reports/ledger-page.tsx'), 'LedgerPage'),
  },
  {
    path: '/admin/ledger/accounts',
    area: 'admin',
    tag: 'ledger.view',
    page: page(() => import('./reports/ledger-accounts-page.tsx'), 'LedgerAccountsPage'),
  },
  {
    path: '/admin/ledger/accounts/:id',
    area: 'admin',
    tag: 'ledger.view',
    page: page(() => import('./reports/ledger-account-page.tsx'), 'LedgerAccountPage'),
  },
  {
    path: '/admin/ledger/journals/:id',
    area: 'admin',
    tag: 'ledger.view',
    page: page(() => import('./reports/ledger-journal-page.tsx'), 'LedgerJournalPage'),
  },
  {
    path: '/admin/fees',
    area: 'admin',
    tag: 'fees.view',
    page: page(() => import('./fees/fee-schedules-page.tsx'), 'FeeSchedulesPage'),
  },
  {
    path: '/admin/fees/new',
    area: 'admin',
    tag: 'fees.manage',
    page: page(() => import('./fees/new-fees-page.tsx'), 'NewFeesPage'),
  },
  {
    path: '/admin/fees/set',
    area: 'admin',
    tag: 'tier_fees.manage_below',
    page: page(() => import('./fees/set-fees-page.tsx'), 'SetFeesPage'),
  },
  {
    path: '/admin/limits',
    area: 'admin',
    tag: 'limits.manage',
    page: page(() => import('./limits/limits-page.tsx'), 'LimitsPage'),
  },
  {
    path: '/admin/limits/payin',
    area: 'admin',
    tag: 'payin_limits.manage',
    page: page(() => import('./limits/payin-limits-page.tsx'), 'PayinLimitsPage'),
  },
  {
    path: '/admin/seller-codes',
    area: 'admin',
    tag: 'sellers.view',
    page: page(() => import('./sellers/seller-codes-page.tsx'), 'SellerCodesPage'),
  },
  {
    path: '/admin/seller-codes/new',
    area: 'admin',
    tag: 'sellers.codes.manage',
    page: page(() => import('./sellers/new-seller-code-page.tsx'), 'NewSellerCodePage'),
  },
  {
    path: '/admin/referrals',
    area: 'admin',
    tag: 'referrals.view',
    page: page(() => import('./sellers/referred-people-page.tsx'), 'ReferredPeoplePage'),
  },
  {
    path: '/admin/companies',
    area: 'admin',
    tag: 'companies.view',
    page: page(() => import('./companies/companies-page.tsx'), 'CompaniesPage'),
  },
  {
    path: '/admin/companies/new',
    area: 'admin',
    tag: 'companies.create',
    page: page(() => import('./companies/new-company-page.tsx'), 'NewCompanyPage'),
  },
  {
    path: '/admin/companies/:id',
    area: 'admin',
    tag: 'companies.view',
    page: page(() => import('./companies/company-page.tsx'), 'CompanyPage'),
  },
  {
    path: '/admin/companies/:id/settings/general',
    area: 'admin',
    tag: 'companies.update',
    page: page(() => import('./companies/company-general-page.tsx'), 'CompanyGeneralPage'),
  },
  {
    path: '/admin/companies/:id/settings/brand',
    area: 'admin',
    tag: 'companies.settings',
    page: page(() => import('./companies/company-brand-page.tsx'), 'CompanyBrandPage'),
  },
  {
    path: '/admin/companies/:id/settings/kyc',
    area: 'admin',
    tag: 'companies.settings',
    page: page(() => import('./companies/company-kyc-page.tsx'), 'CompanyKycPage'),
  },
  {
    path: '/admin/companies/:id/settings/cards',
    area: 'admin',
    tag: 'companies.settings',
    page: page(() => import('./companies/company-cards-page.tsx'), 'CompanyCardsPage'),
  },
  {
    path: '/admin/companies/:id/settings/security',
    area: 'admin',
    tag: 'companies.settings',
    page: page(() => import('./companies/company-security-page.tsx'), 'CompanySecurityPage'),
  },
  {
    path: '/admin/companies/:id/settings/limits',
    area: 'admin',
    tag: 'companies.view',
    page: page(() => import('./companies/company-limits-page.tsx'), 'CompanyLimitsPage'),
  },
  {
    path: '/admin/card-types',
    area: 'admin',
    tag: 'card_types.view',
    page: page(() => import('./cards/card-types-page.tsx'), 'CardTypesPage'),
  },
  {
    path: '/admin/card-types/new',
    area: 'admin',
    tag: 'card_types.manage',
    page: page(() => import('./cards/new-card-type-page.tsx'), 'NewCardTypePage'),
  },
  {
    path: '/admin/card-types/:id',
    area: 'admin',
    tag: 'card_types.manage',
    page: page(() => import('./cards/card-type-page.tsx'), 'CardTypePage'),
  },
  {
    path: '/admin/plans',
    area: 'admin',
    tag: 'card_types.view',
    page: page(() => import('./cards/card-plans-page.tsx'), 'CardPlansPage'),
  },
  {
    path: '/admin/plans/new',
    area: 'admin',
    tag: 'plans.manage',
    page: page(() => import('./cards/new-card-plan-page.tsx'), 'NewCardPlanPage'),
  },
  {
    path: '/admin/plans/:id',
    area: 'admin',
    tag: 'plans.manage',
    page: page(() => import('./cards/card-plan-page.tsx'), 'CardPlanPage'),
  },
  {
    path: '/admin/inbox',
    area: 'admin',
    page: page(() => import('./approvals/inbox-page.tsx'), 'InboxPage'),
  },
  {
    path: '/admin/audit',
    area: 'admin',
    tag: 'audit.view',
    page: page(() => import('./audit/audit-page.tsx'), 'AuditPage'),
  },
  {
    path: '/admin/notes',
    area: 'admin',
    tag: 'notes.view',
    page: page(() => import('./notes/notes-page.tsx'), 'NotesPage'),
  },
  {
    path: '/admin/users',
    area: 'admin',
    tag: 'users.view',
    page: page(() => import('./access/users-page.tsx'), 'UsersPage'),
  },
  {
    path: '/admin/users/:id',
    area: 'admin',
    tag: 'users.view',
    page: page(() => import('./access/user-page.tsx'), 'UserPage'),
  },
  {
    path: '/admin/admins',
    area: 'admin',
    tag: 'admins.view',
    page: page(() => import('./access/admins-page.tsx'), 'AdminsPage'),
  },
  {
    path: '/admin/admins/new',
    area: 'admin',
    tag: 'admins.create',
    page: page(() => import('./access/new-admin-page.tsx'), 'NewAdminPage'),
  },
  {
    path: '/admin/admins/:id/permissions',
    area: 'admin',
    tag: 'admins.view',
    page: page(() => import('./access/admin-permissions-page.tsx'), 'AdminPermissionsPage'),
  },
  {
    path: '/admin/settings/general',
    area: 'admin',
    tag: 'settings.view',
    page: page(() => import('./settings/general-settings-page.tsx'), 'GeneralSettingsPage'),
  },
  {
    path: '/admin/settings/authentication',
    area: 'admin',
    tag: 'settings.view',
    page: page(() => import('./settings/authentication-settings-page.tsx'), 'AuthenticationSettingsPage'),
  },
  {
    path: '/admin/settings/email',
    area: 'admin',
    tag: 'settings.view',
    page: page(() => import('./settings/email-settings-page.tsx'), 'EmailSettingsPage'),
  },
  {
    path: '/admin/settings/gateway',
    area: 'admin',
    tag: 'settings.view',
    page: page(() => import('./settings/gateway-settings-page.tsx'), 'GatewaySettingsPage'),
  },
  {
    path: '/admin/settings/tier-restrictions',
    area: 'admin',
    tag: 'settings.view',
    page: page(() => import('./settings/tier-restrictions-page.tsx'), 'TierRestrictionsPage'),
  },
  {
    path: '/admin/profile',
    area: 'admin',
    page: page(() => import('./identity/profile-page.tsx'), 'ProfilePage'),
  },
  {
    path: '/admin/profile/edit',
    area: 'admin',
    frame: 'task',
    page: page(() => import('./identity/profile-edit-page.tsx'), 'ProfileEditPage'),
  },
  {
    path: '/admin/profile/password',
    area: 'admin',
    frame: 'task',
    page: page(() => import('./identity/password-page.tsx'), 'PasswordPage'),
  },
  {
    path: '/admin/notifications',
    area: 'admin',
    page: page(() => import('./notifications/admin-notifications-page.tsx'), 'AdminNotificationsPage'),
  },
  {
    path: '/admin/security',
    area: 'admin',
    page: page(() => import('./access/security/security-page.tsx'), 'SecurityPage'),
  },
]
