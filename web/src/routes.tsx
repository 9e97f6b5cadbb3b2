import { page, type RouteLine } from './kernel/route-line.ts'

/**
 * Every screen of the product except those of admins (admin-routes.tsx), one entry each: from a path to its
 * file.
 *
 * - `path`: as people see it; parameters as `:name`, read with `usePathParam('name')` of kernel/router.
 * - `area`: who sees it: `signed-out`, `enrolment`, `cardholder`, or `everyone` (signed in or not). It also
 *   chooses the layout. A path of another area shows "page not found"; a signed-out person gets the login instead of it
 *   and comes back after it.
 * - `frame`: what is around it on a phone. `tabs` (default) has the tab bar; `home` the company's header too;
 * `task`
 *   has neither, for a decision or a wait that should not be left by accident; `document` is a text at reading width.
 * - `page`: the file and the component's name. Files are `web/src/<module>/<noun>-page.tsx`.
 *
 * Query parameters are plain strings: `useQueryParams()` of kernel/router.
 */
export const routes: readonly RouteLine[] = [
  // Not in the product's build: the mode is known when it is built.
  ...(import.meta.env.MODE === 'gallery' ? (await import('./gallery/gallery-routes.tsx')).galleryRoutes : []),
  { path: '/login', area: 'signed-out', page: page(() => import('./access/login-page.tsx'), 'LoginPage') },
  {
    path: '/register',
    area: 'signed-out',
    frame: 'task',
    page: page(() => import('./identity/register-page.tsx'), 'RegisterPage'),
  },
  {
    path: '/recover',
    area: 'everyone',
    page: page(() => import('./identity/recover-page.tsx'), 'RecoverPage'),
  },
  {
    path: '/recover/:token',
    area: 'everyone',
    page: page(() => import('./identity/recover-link-page.tsx'), 'RecoverLinkPage'),
  },
  {
    path: '/verify-email/:token',
    area: 'everyone',
    page: page(() => import('./identity/verify-email-page.tsx'), 'VerifyEmailPage'),
  },
  {
    path: '/email-change/:token',
    area: 'everyone',
    page: page(() => import('./identity/email-change-page.tsx'), 'EmailChangePage'),
  },
  {
    path: '/terms',
    area: 'everyone',
    frame: 'document',
    page: page(() => import('./terms/legal-page.tsx'), 'TermsPage'),
  },
  {
    path: '/privacy',
    area: 'everyone',
    frame: 'document',
    page: page(() => import('./terms/legal-page.tsx'), 'PrivacyPage'),
  },
  {
    path: '/fees',
    area: 'everyone',
    frame: 'document',
    page: page(() => import('./fees/fees-page.tsx'), 'FeesPage'),
  },
  {
    path: '/seller-invitation/:token',
    area: 'everyone',
    page: page(() => import('./sellers/seller-invitation-page.tsx'), 'SellerInvitationPage'),
  },
  {
    path: '/settlement-check',
    area: 'everyone',
    frame: 'document',
    page: page(() => import('./settlements/settlement-check-page.tsx'), 'SettlementCheckPage'),
  },
  {
    path: '/profile',
    area: 'cardholder',
    page: page(() => import('./identity/profile-page.tsx'), 'ProfilePage'),
  },
  {
    path: '/profile/edit',
    area: 'cardholder',
    frame: 'task',
    page: page(() => import('./identity/profile-edit-page.tsx'), 'ProfileEditPage'),
  },
  {
    path: '/profile/password',
    area: 'cardholder',
    frame: 'task',
    page: page(() => import('./identity/password-page.tsx'), 'PasswordPage'),
  },
  {
    path: '/settings',
    area: 'cardholder',
    page: page(() => import('./identity/settings-page.tsx'), 'SettingsPage'),
  },
  {
    path: '/add-factor/:token',
    area: 'everyone',
    page: page(() => import('./access/add-factor-link-page.tsx'), 'AddFactorLinkPage'),
  },
  {
    path: '/impersonate/:token',
    area: 'everyone',
    page: page(() => import('./access/impersonation/impersonate-page.tsx'), 'ImpersonatePage'),
  },
  {
    path: '/magic/:token',
    area: 'everyone',
    page: page(() => import('./access/step-up/magic-link-page.tsx'), 'MagicLinkPage'),
  },
  {
    path: '/recover-factors/:token',
    area: 'everyone',
    page: page(() => import('./access/recovery/factor-recovery-page.tsx'), 'FactorRecoveryPage'),
  },
  {
    path: '/freeze',
    area: 'everyone',
    page: page(() => import('./cards/request-freeze-page.tsx'), 'RequestFreezePage'),
  },
  {
    path: '/freeze/:token',
    area: 'everyone',
    page: page(() => import('./cards/freeze-page.tsx'), 'FreezePage'),
  },
  {
    path: '/security',
    area: 'cardholder',
    page: page(() => import('./access/security/security-page.tsx'), 'SecurityPage'),
  },
  {
    path: '/lock',
    area: 'everyone',
    page: page(() => import('./access/lock/lock-page.tsx'), 'LockPage'),
  },
  {
    path: '/enrol-passkey',
    area: 'enrolment',
    page: page(() => import('./access/enrol-passkey-page.tsx'), 'EnrolPasskeyPage'),
  },
  {
    path: '/',
    area: 'cardholder',
    frame: 'home',
    page: page(() => import('./shell/home/home-page.tsx'), 'HomePage'),
  },
  {
    path: '/cards',
    area: 'cardholder',
    page: page(() => import('./cards/cards-page.tsx'), 'CardsPage'),
  },
  {
    path: '/cards/request',
    area: 'cardholder',
    frame: 'task',
    page: page(() => import('./orders/card-request-page.tsx'), 'CardRequestPage'),
  },
  {
    path: '/cards/:id',
    area: 'cardholder',
    page: page(() => import('./cards/card-page.tsx'), 'CardPage'),
  },
  {
    path: '/transactions',
    area: 'cardholder',
    page: page(() => import('./transactions/transactions-page.tsx'), 'TransactionsPage'),
  },
  {
    path: '/transactions/:id',
    area: 'cardholder',
    page: page(() => import('./transactions/transaction-page.tsx'), 'TransactionPage'),
  },
  {
    path: '/notifications',
    area: 'cardholder',
    page: page(() => import('./notifications/notifications-page.tsx'), 'NotificationsPage'),
  },
  {
    path: '/wallet',
    area: 'cardholder',
    page: page(() => import('./wallets/wallet-page.tsx'), 'WalletPage'),
  },
  {
    path: '/wallet/lines',
    area: 'cardholder',
    page: page(() => import('./wallets/own-lines-page.tsx'), 'OwnLinesPage'),
  },
  {
    path: '/wallet/deposits',
    area: 'cardholder',
    page: page(() => import('./wallets/deposits-page.tsx'), 'DepositsPage'),
  },
  {
    path: '/wallet/transfers',
    area: 'cardholder',
    page: page(() => import('./transfers/own-transfers-page.tsx'), 'OwnTransfersPage'),
  },
  {
    path: '/wallet/adjustments',
    area: 'cardholder',
    page: page(() => import('./wallets/own-adjustment-page.tsx'), 'OwnAdjustmentPage'),
  },
  {
    path: '/wallet/settlements',
    area: 'cardholder',
    page: page(() => import('./settlements/own-settlements-page.tsx'), 'OwnSettlementsPage'),
  },
  {
    path: '/withdrawals',
    area: 'cardholder',
    page: page(() => import('./withdrawals/own-withdrawals-page.tsx'), 'OwnWithdrawalsPage'),
  },
  {
    path: '/wallet/pending',
    area: 'cardholder',
    page: page(() => import('./wallets/pending-page.tsx'), 'PendingPage'),
  },
  {
    path: '/referrals',
    area: 'cardholder',
    page: page(() => import('./sellers/rooms-page.tsx'), 'ReferralsRoom'),
  },
  {
    path: '/clients',
    area: 'cardholder',
    page: page(() => import('./sellers/rooms-page.tsx'), 'ClientsRoom'),
  },
  {
    path: '/clients/new',
    area: 'cardholder',
    page: page(() => import('./sellers/rooms-page.tsx'), 'NewClientRoom'),
  },
  {
    path: '/clients/:id',
    area: 'cardholder',
    page: page(() => import('./sellers/rooms-page.tsx'), 'ClientRoom'),
  },
  {
    path: '/sellers',
    area: 'cardholder',
    page: page(() => import('./sellers/rooms-page.tsx'), 'SellersRoom'),
  },
  {
    path: '/codes',
    area: 'cardholder',
    page: page(() => import('./sellers/rooms-page.tsx'), 'CodesRoom'),
  },
  {
    path: '/earnings',
    area: 'cardholder',
    page: page(() => import('./sellers/rooms-page.tsx'), 'EarningsRoom'),
  },
  {
    path: '/support',
    area: 'cardholder',
    page: page(() => import('./support/support-page.tsx'), 'SupportPage'),
  },
  {
    path: '/load',
    area: 'cardholder',
    frame: 'task',
    page: page(() => import('./loads/load-page.tsx'), 'LoadPage'),
  },
  {
    path: '/load/:orderId',
    area: 'cardholder',
    frame: 'task',
    page: page(() => import('./loads/load-order-page.tsx'), 'LoadOrderPage'),
  },
  {
    path: '/kyc',
    area: 'cardholder',
    frame: 'task',
    page: page(() => import('./kyc/kyc-page.tsx'), 'KycPage'),
  },
  {
    path: '/kyc/status',
    area: 'cardholder',
    page: page(() => import('./kyc/kyc-status-page.tsx'), 'KycStatusPage'),
  },
]
