import { rateDecimals } from '@cardamom/contract/money'
import { getAddress, parseAbi } from 'viem'
import { requireNoTransaction } from '../../kernel/open-transaction.ts'
import type { EvmChain } from '../rail/evm-chain.ts'
import type { EvmClient } from '../rail/evm.ts'
import type { MidRate, RatesPort } from './port.ts'

const feedAbi = parseAbi([
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])

/**
 * An older source is not accepted (Chainlink's heartbeat of stablecoins is a day on mainnet, an hour here).
 */
const staleAfterMs = 3_600_000
/** The largest difference between two sources, in hundredths of a basis point of the lower one. */
const apartHundredthsBp = 20_000n
const wholeHundredthsBp = 1_000_000n
const stablecoins: ReadonlySet<string> = new Set(['USDC', 'USDT', 'DAI'])
/** Quotes for a stablecoin outside of 0.95 to 1.05 dollars stop until a person decides. */
const pegRange = { lowest: 95_000_000n, highest: 105_000_000n }

const middle = (prices: readonly bigint[]): bigint => {
  const sorted = [...prices].sort((a, b) => (a < b ? -1 : 1))
  const half = Math.floor(sorted.length / 2)
  const upper = sorted[half] ?? 0n
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0n) + upper) / 2n
}

/** Rates from Chainlink AggregatorV3 feeds: the median of at least two fresh sources that agree (providers §5). */
export const createChainlinkRates = (deps: { client: EvmClient; chain: EvmChain }): RatesPort => {
  const { client, chain } = deps
  const scale = 10n ** BigInt(Math.abs(rateDecimals - chain.feedDecimals))
  const toRate = (answer: bigint) => (rateDecimals >= chain.feedDecimals ? answer * scale : answer / scale)
  const readFeed = async (address: string): Promise<MidRate> => {
    const [, answer, , updatedAt] = await client.readContract({
      address: getAddress(address),
      abi: feedAbi,
      functionName: 'latestRoundData',
    })
    return { midRate: toRate(answer), at: new Date(Number(updatedAt) * 1000) }
  }
  return {
    readMid: async (asset, now) => {
      requireNoTransaction('The rates')
      const answers = await Promise.allSettled((chain.feeds[asset] ?? []).map(readFeed))
      const read = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      if (read.length < 2) return { none: 'silent' }
      const fresh = read.filter(({ at }) => now.getTime() - at.getTime() <= staleAfterMs)
      if (fresh.length < 2) return { none: 'stale' }
      const prices = fresh.map(({ midRate }) => midRate)
      const lowest = prices.reduce((a, b) => (a < b ? a : b))
      const highest = prices.reduce((a, b) => (a > b ? a : b))
      if (lowest <= 0n || (highest - lowest) * wholeHundredthsBp > lowest * apartHundredthsBp)
        return { none: 'apart' }
      const midRate = middle(prices)
      if (stablecoins.has(asset) && (midRate < pegRange.lowest || midRate > pegRange.highest))
        return { none: 'depegged' }
      const oldest = fresh.reduce((a, b) => (a.at < b.at ? a : b))
      return { midRate, at: oldest.at }
    },
  }
}
