import { payoutAccount } from '../support/test-signer.ts'

const address = (last: string) => `0x${last.padStart(40, '0')}` as const

export type SimulatedAsset = {
  readonly symbol: string
  readonly decimals: number
  readonly token: `0x${string}`
  /** Its price at the start of a run, in units of 10^-8 USD. */
  readonly price: bigint
}

export const simulatedAssets: readonly SimulatedAsset[] = [
  { symbol: 'USDC', decimals: 6, token: address('a1'), price: 100_000_000n },
  { symbol: 'USDT', decimals: 6, token: address('a2'), price: 99_940_000n },
  { symbol: 'DAI', decimals: 18, token: address('a3'), price: 99_990_000n },
  { symbol: 'WETH', decimals: 18, token: address('a4'), price: 300_000_000_000n },
]
export const unlistedToken = address('af')

/** The two price feeds of each asset. */
export const feedsOf = (symbol: string): readonly [string, string] => {
  const index = simulatedAssets.findIndex((asset) => asset.symbol === symbol)
  return [address(`f${index}0`), address(`f${index}1`)]
}

/** The EVM_CHAIN setting for the test's own chain. */
export const simulatedChain = JSON.stringify({
  chainId: 31_337,
  tokens: simulatedAssets.map(({ symbol, decimals, token }) => ({
    symbol,
    name: symbol,
    address: token,
    decimals,
    network: 'ethereum',
  })),
  feeds: Object.fromEntries(simulatedAssets.map(({ symbol }) => [symbol, feedsOf(symbol)])),
  forwarderFactory: address('fac'),
  forwarderInitCodeHash: `0x${'11'.repeat(32)}`,
  treasury: address('7e'),
  payoutWallet: payoutAccount.address,
})

/** What withdrawals are paid in. */
export const payoutAssets = simulatedAssets.filter(({ symbol }) => symbol !== 'WETH')
/** Coins that the payout wallet has at the start of a run. */
export const payoutCoins = 1_000_000n
export const payoutUnits = (token: string): bigint => {
  const asset = payoutAssets.find((each) => each.token === token)
  return asset ? payoutCoins * 10n ** BigInt(asset.decimals) : 0n
}
