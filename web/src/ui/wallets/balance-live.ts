/** Events after which the balances of wallets may differ. */
export const balanceLive = ['load.', 'settlement.', 'transfer.', 'topup.', 'wallet.', 'withdrawal.'] as const
