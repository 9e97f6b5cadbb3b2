import type { Kernel } from '../kernel/module.ts'
import { createSharedAnswer, type SharedAnswer } from '../kernel/shared-answer.ts'
import type { ChainHead } from '../providers/rail/port.ts'
import type { LoadsNeeds } from './load-needs.ts'
import type { CurrentRates } from './load-pricing.ts'

const headFreshMs = 2000
const rateFreshMs = 30_000
const noHead: ChainHead = { head: 0n, finalized: 0n }

type SpreadOf = (asset: string) => bigint

/** Outside figures on the page of a load, shared by all open pages. They promise nothing. */
export type LiveFigures = {
  /** Zeros until the chain has answered once. */
  readonly readHead: () => Promise<ChainHead>
  readonly readRates: (symbols: readonly string[], spreadOf: SpreadOf) => Promise<CurrentRates>
}

export const createLiveFigures = (
  { clock, log }: Pick<Kernel, 'clock' | 'log'>,
  { rail, rates }: Pick<LoadsNeeds, 'rail' | 'rates'>,
): LiveFigures => {
  const nowMs = () => clock.realNow().getTime()
  const head = createSharedAnswer({ service: 'The chain', read: rail.readHead, freshMs: headFreshMs, nowMs })
  const mids = new Map<string, SharedAnswer<bigint | null>>()
  const midOf = (symbol: string): SharedAnswer<bigint | null> => {
    const read = async () => {
      const mid = await rates.readMid(symbol, clock.now())
      return 'none' in mid ? null : mid.midRate
    }
    const known =
      mids.get(symbol) ?? createSharedAnswer({ service: 'The rates', read, freshMs: rateFreshMs, nowMs })
    mids.set(symbol, known)
    return known
  }
  return {
    // Without an answer the page shows the last known figures. Crediting a payment does not depend on them.
    readHead: () =>
      head().catch((error: unknown) => {
        log.error('The newest block of the chain could not be read', error)
        return noHead
      }),
    readRates: async (symbols, spreadOf) => {
      const found = await Promise.all(symbols.map(async (symbol) => [symbol, await midOf(symbol)()] as const))
      const known = new Map(found)
      return (asset) => {
        const midRate = known.get(asset) ?? null
        return midRate === null ? null : { midRate, spreadHundredthsBp: spreadOf(asset) }
      }
    },
  }
}
