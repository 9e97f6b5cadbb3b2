import { encodeFunctionData, formatUnits, parseAbi, parseUnits, type Address } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import type { ServiceClock } from '../kernel/service-clock.ts'
import type { DeploymentPlan } from './deployment.ts'
import { feedDecimals, type FeedRow, type FeedTable } from './feed-table.ts'
import { Refusal, type Sender } from './sender.ts'

const deskAbi = parseAbi(['function setMany(address[] feeds, int256[] answers, uint256[] stamps)'])
const stampEveryMs = 5 * 60_000

export type PriceWish = {
  readonly asset: string
  readonly price?: string
  readonly source?: number
  readonly ageSeconds?: number
}
type FeedAnswer = { readonly address: Address; readonly price: string; readonly updatedAt: string }

export type PriceDesk = {
  /** Writes a new round of the asset's feeds. An age stays until the next price for that feed. */
  readonly set: (wish: PriceWish) => Promise<{ asset: string; feeds: readonly FeedAnswer[] }>
  /** Writes a new round with the old prices, so that only feeds that are held back are stale. */
  readonly stampAll: () => Promise<void>
  readonly stampWhenDue: () => Promise<void>
}

const priceForm = /^\d{1,12}(\.\d{1,8})?$/

export const createPriceDesk = (deps: {
  feeds: FeedTable
  plan: DeploymentPlan
  sender: Sender
  deployer: LocalAccount
  clock: ServiceClock
}): PriceDesk => {
  const { feeds, plan, sender, deployer, clock } = deps
  let stampedMs = 0

  const write = async (rows: readonly FeedRow[]) => {
    if (rows.length === 0) return
    const args = [
      rows.map(({ address }) => address),
      rows.map(({ answer }) => answer),
      rows.map(({ heldSeconds }) => BigInt(heldSeconds ?? 0)),
    ] as const
    const data = encodeFunctionData({ abi: deskAbi, functionName: 'setMany', args })
    await sender.receipt(await sender.send(deployer, { to: plan.feedDesk, data, gas: 2_000_000n }))
  }
  const stampAll = async () => {
    const startedMs = clock.now().getTime()
    await write(feeds.all().filter(({ heldSeconds }) => heldSeconds === null))
    // After a failed write the next beat tries again.
    stampedMs = startedMs
  }
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000)

  return {
    set: async ({ asset, price, source, ageSeconds }) => {
      if (!plan.feeds[asset]) throw new Refusal(400, `there is no feed of ${asset}`)
      if (price !== undefined && !(typeof price === 'string' && priceForm.test(price))) {
        throw new Refusal(400, 'price: a decimal number with at most 8 decimals, as a string')
      }
      const heldSeconds = ageSeconds === undefined ? null : nowSeconds() - ageSeconds
      const rows = feeds
        .all()
        .filter((row) => row.asset === asset && (source === undefined || row.source === source))
        .map((row) => ({ ...row, answer: price ? parseUnits(price, feedDecimals) : row.answer, heldSeconds }))
      rows.forEach(feeds.save)
      await write(rows)
      const answers = rows.map(({ address, answer }) => ({
        address,
        price: formatUnits(answer, feedDecimals),
        updatedAt: new Date((heldSeconds ?? nowSeconds()) * 1000).toISOString(),
      }))
      return { asset, feeds: answers }
    },
    stampAll,
    stampWhenDue: async () => {
      if (clock.now().getTime() - stampedMs >= stampEveryMs) await stampAll()
    },
  }
}
