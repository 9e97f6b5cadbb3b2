/** The tree of referrers, and labels in its CSV file. */
export const messages = {
  fileName: 'referrers',
  fields: {
    name: 'Referrer',
    companyName: 'Company',
    code: 'Referral code',
    active: 'Active',
    people: 'People',
    earned: 'Earned with the code',
    createdAt: 'Registered (UTC)',
  },
  tree: {
    kinds: 'Tree of',
    sellers: 'Sellers',
    referrers: 'Referrers',
    label: 'Referrers and the people who came with their codes',
    search: 'Name or e-mail',
    failed: 'We couldn’t load the referrers.',
    empty: 'No referrers yet',
    emptyBody: 'People whose referral code was used appear here, with who came and what the code earned.',
    none: 'Nobody matches',
    noneBody: 'Try another name, or an e-mail address.',
    facts: 'Code {code} · {people, plural, one {# person} other {# people}}',
    earned: '{amount} earned',
    people: 'All people of {name}',
    referred: '{people, plural, one {Referred # person} other {Referred # people}}',
  },
} as const
