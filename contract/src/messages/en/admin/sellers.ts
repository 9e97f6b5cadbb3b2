/** Labels in the CSV file of sellers. */
export const messages = {
  fileName: 'sellers',
  fields: {
    name: 'Seller',
    kind: 'Kind of seller',
    companyName: 'Company',
    active: 'Active',
    recruitedByName: 'Recruited by',
    codes: 'Codes',
    sellersTwo: 'Sellers two',
    people: 'People',
    createdAt: 'Registered (UTC)',
  },
  values: { kind: { seller_one: 'Seller one', seller_two: 'Seller two' } },
} as const
