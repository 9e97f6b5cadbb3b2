import { messages as postings } from './ledger-postings.ts'

/** The list of the journals of the ledger. */
export const messages = {
  title: 'Journals',
  fileName: 'journals',
  search: 'Id, key, subject, person or job',
  empty: {
    title: 'No journals',
    body: 'There are none with these filters.',
  },
  part: {
    title: 'You see a part of the ledger, so this list is empty.',
    body: 'A journal has accounts of several companies and of the operator. Only those who see the whole ledger read whole journals. Open one of your accounts for its postings: each leads to your part of its journal.',
    accounts: 'Your accounts',
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
