/** Labels in the CSV file of deposits. */
export const messages = {
  fileName: 'deposits',
  columns: {
    date: 'Date (UTC)',
    status: 'Status',
    amount: 'Amount',
    coin: 'Coin',
    network: 'Network',
    load: 'Load',
    speed: 'Speed',
    pendingBefore: 'Pending before (USD)',
    pendingAfter: 'Pending after (USD)',
    transaction: 'Transaction hash',
  },
} as const
