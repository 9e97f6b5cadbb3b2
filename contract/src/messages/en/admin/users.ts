/** People of the cardholders' area: their list, their page, and what administrators do with their accounts. */
export const messages = {
  title: 'Users',
  fileName: 'users',
  search: 'Name, e-mail or mobile number',
  empty: {
    title: 'No users here yet',
    body: 'Everybody who registers with one of your companies appears here.',
  },
  fields: {
    person: 'Person',
    name: 'Name',
    email: 'E-mail',
    kind: 'Kind',
    companyName: 'Company',
    companyId: 'Company',
    status: 'Status',
    identity: 'Identity',
    isTest: 'Test e-mail',
    lastActiveAt: 'Last active (UTC)',
    createdAt: 'Registered (UTC)',
  },
  values: {
    kind: { cardholder: 'Cardholder', seller_one: 'Seller one', seller_two: 'Seller two' },
    status: { active: 'Active', unverified: 'E-mail not verified', inactive: 'Deactivated' },
    identity: { verified: 'Verified', not_verified: 'Not verified' },
  },
} as const
