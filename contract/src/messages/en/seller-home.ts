/** The part of the home page that only people who earn shares have. */
export const messages = {
  title: 'Your sales',
  earner: 'What you earn',
  failed: 'We couldn’t load what you earn.',
  earned: 'Earned in {month}',
  none: 'Nothing earned yet. Share a code, and each load earns you a part of its fee.',
  available: 'Available',
  pending: '{amount} pending',
  withdraw: 'Withdraw',
  earnings: 'Earnings',
  clients: '{count, plural, one {1 client} other {# clients}}',
  manyClients: 'More than 10,000 clients',
  codes: 'Your codes',
  uses: '{count, plural, one {Used once} other {Used # times}}',
  noCode: 'You have no active code. Your company gives you one.',
  allCodes: 'All codes',
  invite: 'Invite friends',
} as const
