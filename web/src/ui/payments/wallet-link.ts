import type { LoadOnWire } from './load-wire.ts'

/** An amount in the smallest units, which wallets use: `201.125701` with 6 decimals is `201125701`. */
const unitsOf = (amount: string, decimals: number): string => {
  const [whole = '0', fraction = ''] = amount.split('.')
  return (whole + fraction.slice(0, decimals).padEnd(decimals, '0')).replace(/^0+(?=\d)/, '')
}

/** A payment as a link that wallet apps open (EIP-681): a token's transfer, or the chain's own coin. */
export const walletLink = ({
  address,
  amount,
  asset,
}: {
  address: string
  amount: string
  asset: Pick<LoadOnWire['asset'], 'tokenAddress' | 'chainId' | 'decimals'>
}): string => {
  const units = unitsOf(amount, asset.decimals)
  return asset.tokenAddress === null
    ? `ethereum:${address}@${asset.chainId}?value=${units}`
    : `ethereum:${asset.tokenAddress}@${asset.chainId}/transfer?address=${address}&uint256=${units}`
}
