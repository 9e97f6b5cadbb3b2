/** People who came with a seller or referral code, as administrators see them. */
export const messages = {
  title: 'Referrals',
  fileName: 'referrals',
  search: 'Name or e-mail',
  empty: {
    title: 'Nobody came with a code yet',
    body: 'Whoever registers with a seller or referral code appears here, with who earns from their loads.',
  },
  fields: {
    name: 'Person',
    companyName: 'Company',
    companyId: 'Company',
    by: 'Came by',
    referredByName: 'Earns with them',
    referredById: 'Earns with them',
    code: 'Seller code',
    codeId: 'Seller code',
    earned: 'Earned with them',
    earnsUntil: 'Earns until (UTC)',
    referrals: 'People they referred',
    createdAt: 'Registered (UTC)',
  },
  values: { by: { seller_one: 'Seller one', seller_two: 'Seller two', referrer: 'Referrer' } },
} as const
