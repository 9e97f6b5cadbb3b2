/**
 * Pages that links in mails and notifications open. A test checks that the web has each of them
 * (web/src/shell/mail-links.test.ts).
 */
export const mailPaths = [
  '/',
  '/login',
  '/recover',
  '/recover/:token',
  '/verify-email/:token',
  '/email-change/:token',
  '/magic/:token',
  '/add-factor/:token',
  '/recover-factors/:token',
  '/freeze/:token',
  '/seller-invitation/:token',
  '/sellers',
  '/cards',
  '/cards/:id',
  '/kyc/status',
  '/load/:id',
  '/transactions/:id',
  '/withdrawals',
  '/withdrawals?open=:id',
  '/wallet/lines?wallet=:wallet',
  '/wallet/settlements?open=:id',
  '/wallet/transfers?open=:id',
  '/wallet/adjustments?open=:id',
  '/admin/wallets/deposits/crypto/:id',
  '/admin/wallets/:id',
  '/admin/wallets/deposits?open=:id',
  '/admin/settlements/:id',
  '/admin/withdrawals/:id',
  '/admin/withdrawals/new',
  '/admin/inbox?open=:id',
  '/admin/notes?open=:id',
  '/admin/users/:id',
  '/admin/companies/:id',
  '/admin/companies/:id/settings/limits',
  '/admin/admins/:id/permissions',
  '/admin/loads?open=:id',
  '/admin/fees?companyId=:id',
  '/admin/kyc?open=:id',
  '/admin/card-types?open=:id',
  '/admin/plans?open=:id',
] as const

type FilledPath<Path extends string> = Path extends `${infer Start}:${string}` ? `${Start}${string}` : Path

/** A path of one of these pages. */
export type MailPath = FilledPath<(typeof mailPaths)[number]>
