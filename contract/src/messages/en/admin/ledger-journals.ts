import { messages as postings } from './ledger-postings.ts'

/** The list of the journals of the ledger. */
export const messages = {
  title: 'Journals',
  fileName: 'journals',
  search: 'Id, key, subject, person or job',
  empty: {
    title: 'No journals',
    body: 'There are none with these filters. Who sees a part of the ledger finds journals in the accounts there.',
  },
  reversal: '{kind}, reversed',
  automatic: 'Automatic',
  fields: {
    id: 'Journal',
    kind: 'Kind',
    isReversal: 'Reversal',
    effectiveAt: 'Effective (UTC)',
    recordedAt: 'Posted (UTC)',
    key: 'Key',
    subjectId: 'Subject',
    actor: 'Decided by',
    reason: 'Reason',
  },
  values: { kind: postings.values.kind },
} as const
