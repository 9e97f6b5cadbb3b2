/** Labels in the CSV file of deposits. */
export const messages = {
  fileName: 'deposits',
  fields: {
    at: 'Date (UTC)',
    status: 'Status',
    amount: 'Amount',
    asset: 'Coin',
    network: 'Network',
    load: 'Load',
    speed: 'Speed',
    pendingBefore: 'Pending before (USD)',
    pendingAfter: 'Pending after (USD)',
    txHash: 'Transaction hash',
  },
} as const
