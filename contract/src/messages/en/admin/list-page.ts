/** Texts of the administrators’ lists only: chosen columns, live rows, actions in parts. */
export const messages = {
  columns: {
    title: 'Columns',
    lead: 'The link to this page, its saved views and its CSV have the columns that you choose.',
    filters: 'Hidden, and still filters the rows',
    orders: 'Hidden, and still orders the rows',
    reset: 'Usual columns',
    close: 'Done',
  },
  live: {
    added: '{count, plural, other {# new}}',
    left: '{count, plural, other {# left this list}}',
  },
  bulk: {
    progress: '{done} of {count}',
    stopping: 'Stopping after {done} of {count}',
    stop: 'Stop',
    unsent: '{count} without a result.',
    unsentAgain: 'They are still selected, so you can send them again.',
  },
} as const
