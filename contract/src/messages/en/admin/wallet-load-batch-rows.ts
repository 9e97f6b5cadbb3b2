/** The rows of a file of transfers with their results, also as a file. */
export const messages = {
  title: 'Results',
  fileName: 'transfer-results',
  fields: {
    line: 'Line',
    cardId: 'Card id',
    lastDigits: 'Last digits',
    holderName: 'Holder',
    total: 'Total',
    fee: 'Fee',
    note: 'Note',
    result: 'Result',
    transferStatus: 'Transfer',
    refusal: 'Refused because',
    transferRef: 'Transaction id',
    endedAt: 'Result at (UTC)',
  },
  values: {
    result: { waiting: 'Waiting', made: 'Transferred', refused: 'Refused', stopped: 'Stopped' },
    transferStatus: {
      pending: 'On its way',
      completed: 'On the card',
      cancelled: 'Back in the wallet',
      reversed: 'Reversed',
    },
  },
} as const
