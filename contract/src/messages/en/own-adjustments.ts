/** An adjustment of one of one's own wallets: `/wallet/adjustments`. */
export const messages = {
  titleOf: 'Adjustment {ref}',
  failed: 'We couldn’t load this adjustment',
  missing: 'This adjustment does not exist, or you may not see it',
  lines: 'Lines of my wallet',
  type: { credit: 'Added to your wallet', debit: 'Taken from your wallet' },
  amount: 'Amount',
  wallet: 'Wallet',
  wallets: { regular: 'Regular wallet', immediate: 'Immediate wallet' },
  balance: 'Balance',
  change: 'From {before} to {after}',
  made: 'Made',
  ref: 'Reference',
  note: 'Note',
  undoes: 'Undoes {ref}',
  undone: 'Undone by {ref}',
} as const
