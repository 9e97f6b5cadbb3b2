/**
 * The roles and tags in the form in which they were decided, apart from the product's catalogue: D by
 * default, G may be granted, - never. Role 6 has all of them.
 */
export const rolesMatrix = `
tag                              1 2 3 4 5 6 7 8 9 10 11
users.view                       D - D D D D D D G D D
users.view_pii                   D - G - D D - - G G D
users.create                     D - - - D D D - G - -
users.update                     D - - - D D - - G - -
users.activate                   D - - - D D - - G - -
users.reset_password             D - - - G D - - G - -
users.change_company             D - - - - D - - G - -
users.assign_seller_code         D - - - D D - - G - -
users.impersonate                D - - - - D - - G - -
users.impersonate_write          G - - - - D - - - - -
users.delete_passkey             D - - - - D - - G - -
users.email_change.view          D - D - D D - - G - -
users.email_change.inform        D - - - - D - - G - -
users.export                     G - - - - D - - G - -
kyc.view                         D - G - G D - - G G G
kyc.view_documents               D - G - - D - - G G G
kyc.review                       D - - - - D - - G G G
kyc.reset                        D - - - - D - - G - -
cards.view                       D - D D D D D D G D D
cards.request.create             D - - - D D D - G - -
cards.request.process            D - - - - D - - G D D
cards.associate                  D - - - D D - - G D D
cards.activate                   D - - - - D - - G D D
cards.activation_code.send       G - - - - D - - G D D
cards.block                      D - - - D D - - G D D
cards.unblock                    D - - - G D - - G D D
cards.replace                    D - - - D D - - G D D
card_types.view                  D - D - D D D D G D D
card_types.manage                D - - - - D - - G - D
plans.manage                     D - - - - D - - G - D
loads.view                       D - D D D D - - G D D
loads.cancel                     D - - D - D - - G - -
loads.credit_manual              G - - - - D - - G - G
wallets.view                     D - D D D D D D G - D
wallets.adjust                   D - - - - D - - G - -
deposits.view                    D - D D D D - - G - D
deposits.create                  D - - D - D - - G - -
deposits.approve                 D - - - - D - - G - -
transfers.view                   D - D D D D D D G - D
transfers.create                 D - - - D D - - G - -
settlements.view                 D - D D D D - - G - D
settlements.create               D - - - - D - - G - G
settlements.approve              D - - - - D - - G - G
withdrawals.view                 D - D D D D - - G - -
withdrawals.create               - - - - D D - - G - -
withdrawals.approve              D - - - - D - - G - -
transactions.view                D - D D D D - - G D D
transactions.export              D - - D D D - - G - D
company_feed.view                D - D - D D - - G - D
fees.view                        D - D D D D - - G - -
fees.manage                      D - - - - D - - G - -
tier_fees.manage_below           D - - - D D - - G - -
payin_limits.manage              D - - - - D - - G - -
limits.manage                    D - - - - D - - G - -
companies.view                   D - D D D D - - G D D
companies.create                 D - - - G D - - G - -
companies.update                 D - - - D D - - G - -
companies.card_creation.toggle   D - - - - D - - G - D
companies.settings               D - - - D D - - G - -
webhooks.view                    D - D - D D - - G - D
webhooks.manage                  D - - - D D - - G - -
webhooks.secret.reveal_rotate    D - - - D D - - G - -
webhooks.resend                  D - - - D D - - G - -
reconcile.view                   D - D - - D - - G D D
reconcile.run                    D - - - - D - - G D D
reconcile.resolve                D - - - - D - - G - D
processes.view                   D - D - - D - - G D D
processes.run                    D - - - - D - - G G D
issuer.master_balance.view       D - - - - D - - G G D
sellers.view                     D - D - D D D - G - -
sellers.codes.manage             D - - - D D G - G - -
referrals.view                   D - D - D D D D G - -
notes.view                       D - D D D D - - G D D
notes.manage                     D - - D D D - - G D D
support.reply                    D - - - D D - - G G G
notifications.send               D - - - - D - - G - -
admins.view                      D - D - D D - - G - D
admins.create                    D - - - D D - - - - D
admins.update                    D - - - D D - - - - D
admins.permissions.grant         D - - - D D - - - - D
settings.view                    D - D - - D - - G - -
settings.general                 D - - - - D - - G - -
settings.gateway                 G - - - - D - - - - -
settings.email                   D - - - - D - - G - -
settings.authentication          G - - - - D - - - - -
settings.tier_restrictions       D - - - - D - - - - -
terms.manage                     D - - - - D - - G - -
sessions.view                    D - - - D D - - G - D
sessions.revoke                  D - - - D D - - G - D
apikeys.manage                   D - - - D D - - - - -
audit.view                       D - G - - D - - G - G
audit.export                     D - - - - D - - G - -
reports.view                     D - D D D D - - G - D
system.jobs.manage               G - - - - D - - - - -
loads.refund                     D - - - - D - - G - -
treasury.view                    D - D - - D - - G - D
treasury.move                    G - - - - D - - G - -
disputes.manage                  D - - - - D - - G D D
ledger.view                      D - D - - D - - G - G
`

export type TagRight = 'D' | 'G' | '-'

/** One row for each tag: who holds it. */
export const readMatrix = (): Map<string, Map<number, TagRight>> => {
  const [head = '', ...rows] = rolesMatrix.trim().split('\n')
  const roles = head.split(/ +/).slice(1).map(Number)
  return new Map(
    rows.map((row) => {
      const [tag = '', ...cells] = row.split(/ +/)
      return [tag, new Map(roles.map((role, index) => [role, (cells[index] ?? '-') as TagRight]))]
    }),
  )
}
