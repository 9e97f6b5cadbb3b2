/** The search of administrators: records that the server finds, besides pages and actions. */
export const messages = {
  hint: 'A name, an e-mail, a company, a page',
  pagesHint: 'A page or an action',
  none: 'No results. Try part of a name or of an e-mail, or a page.',
  pagesNone: 'No results. Try the name of a page.',
  least: 'Records are searched from {count} characters.',
  reading: 'Searching records',
  failed: 'We couldn’t search: {lists}. Everything else still works.',
  found: '{count, plural, one {# result} other {# results}}',
  heading: '{list} · {count}',
  all: 'Show all {count}',
} as const
