/** Administrators: their list, details, invitation and permissions. */
export const messages = {
  title: 'Admins',
  fileName: 'admins',
  search: 'Name or e-mail',
  empty: {
    title: 'No administrators here yet',
    body: 'Invite the first one. They choose their own password by a link in an e-mail.',
  },
  fields: {
    person: 'Person',
    name: 'Name',
    email: 'E-mail',
    type: 'Kind',
    companyName: 'Company',
    companyId: 'Company',
    status: 'Status',
    overrides: 'Own permissions',
    lastActiveAt: 'Last active (UTC)',
    createdAt: 'Added (UTC)',
  },
  values: {
    type: {
      admin: 'Admin',
      viewer: 'Viewer',
      depositor: 'Depositor',
      customised: 'Customised',
      authorised: 'Authorised',
      company: 'Company',
      seller: 'Seller',
      provider: 'Provider',
    },
    status: { active: 'Active', invited: 'Invited', inactive: 'Deactivated' },
  },
} as const
