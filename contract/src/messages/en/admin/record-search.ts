/** The search of administrators: records that the server finds, besides pages and actions. */
export const messages = {
  hint: 'A name, an e-mail, a company, a card’s last digits, a page',
  pagesHint: 'A page or an action',
  none: 'No results. Try part of a name or of an e-mail, the last four digits of a card, a payment’s code, or a page.',
  pagesNone: 'No results. Try the name of a page.',
  least: 'Records are searched from {count} characters.',
  reading: 'Searching records',
  failed: 'We couldn’t search: {lists}. Everything else still works.',
  found: '{count, plural, one {# result} other {# results}}',
  heading: '{list} · {count}',
  all: 'Show all {count}',
  actions: {
    company: 'Create a company',
    admin: 'Invite an administrator',
    banner: 'New banner',
    cardType: 'New card type',
    plan: 'New plan',
    terms: 'New version of the terms',
  },
  keywords: {
    company: 'add new subsidiary tenant',
    admin: 'add new staff invitation',
    banner: 'incident maintenance notice warning',
    cardType: 'add create catalogue',
    plan: 'add create price catalogue',
    terms: 'legal privacy publish',
  },
} as const
