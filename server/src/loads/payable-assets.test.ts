import { expect, test } from 'vitest'
import { payableAssets } from './payable-assets.ts'

const coin = (symbol: string, network = 'ethereum') => ({
  symbol,
  name: symbol,
  network,
  tokenAddress: `0x${symbol}`,
  decimals: 6,
})
const rule = (asset: string, over: { network?: string; isOffered?: boolean; minimum?: bigint } = {}) => ({
  asset,
  network: 'ethereum',
  isOffered: true,
  minimum: 0n,
  ...over,
})
const shown = (rules: Parameters<typeof payableAssets>[1]) =>
  payableAssets([coin('USDC'), coin('USDT'), coin('USDT', 'base')], rules).map(
    ({ symbol, network, minimumCents }) => `${symbol} ${network} ${minimumCents}`,
  )

test('without rules every coin of the chain is offered, without a minimum of its own', () => {
  expect(shown([])).toEqual(['USDC ethereum 0', 'USDT ethereum 0', 'USDT base 0'])
})

test('a rule is about a coin of one network', () => {
  expect(shown([rule('USDT', { isOffered: false }), rule('USDC', { minimum: 5_000n })])).toEqual([
    'USDC ethereum 5000',
    'USDT base 0',
  ])
})

test('a rule about a coin that the chain does not have offers nothing', () => {
  expect(shown([rule('DAI'), rule('USDC', { network: 'solana', isOffered: false })])).toHaveLength(3)
})
