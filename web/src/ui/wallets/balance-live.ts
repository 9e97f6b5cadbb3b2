/** Events after which the balances of wallets may differ. */
export const balanceLive = [
  'card_order.',
  'load.',
  'settlement.',
  'transfer.',
  'topup.',
  'wallet.',
  'withdrawal.',
] as const
