import type { DatabaseSync } from 'node:sqlite'
import { encodeFunctionData, formatUnits, parseAbi, parseUnits, type Address } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import type { ServiceClock } from '../kernel/service-clock.ts'
import type { DeploymentPlan } from './deployment.ts'
import { Refused, type Sender } from './sender.ts'

export const feedDecimals = 8

const deskAbi = parseAbi(['function setMany(address[] feeds, int256[] answers, uint256[] stamps)'])
const defaultPrices: Readonly<Record<string, string>> = {
  USDC: '1',
  USDT: '0.9994',
  DAI: '0.9999',
  ETH: '3000',
}
const stampEveryMs = 5 * 60_000

export type PriceWish = {
  readonly asset: string
  readonly price?: string
  readonly source?: number
  readonly ageSeconds?: number
}
type FeedAnswer = { readonly address: Address; readonly price: string; readonly updatedAt: string }

export type PriceDesk = {
  /** Writes a new round of the asset's feeds. A given age is kept until the next price for that feed. */
  readonly set: (wish: PriceWish) => Promise<{ asset: string; feeds: readonly FeedAnswer[] }>
  /** Writes a new round with the old prices, so that no feed but those held back is stale. */
  readonly stampAll: () => Promise<void>
  readonly stampWhenDue: () => Promise<void>
  readonly forget: () => void
}

type FeedRow = { address: Address; answer: bigint; heldSeconds: number | null }

export const createPriceDesk = (deps: {
  store: DatabaseSync
  plan: DeploymentPlan
  sender: Sender
  deployer: LocalAccount
  clock: ServiceClock
}): PriceDesk => {
  const { store, plan, sender, deployer, clock } = deps
  store.exec(`create table if not exists chain_feed (
    address text primary key, asset text not null, source integer not null, answer text not null, held_seconds integer)`)
  const fill = () => {
    const add = store.prepare('insert or ignore into chain_feed values (?, ?, ?, ?, null)')
    for (const [asset, feeds] of Object.entries(plan.feeds)) {
      const answer = parseUnits(defaultPrices[asset] ?? '1', feedDecimals).toString()
      feeds.forEach((address, source) => add.run(address, asset, source, answer))
    }
  }
  fill()
  let stampedMs = 0

  const toRow = (row: Record<string, unknown>): FeedRow => ({
    address: String(row['address']) as Address,
    answer: BigInt(String(row['answer'])),
    heldSeconds: row['held_seconds'] === null ? null : Number(row['held_seconds']),
  })
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
  const feedsOf = (asset: string, source?: number) =>
    store
      .prepare('select * from chain_feed where asset = ? and source = coalesce(?, source) order by source')
      .all(asset, source ?? null)
      .map(toRow)

  const stampAll = async () => {
    stampedMs = clock.now().getTime()
    const known = Object.values(plan.feeds).flat()
    const rows = store
      .prepare('select * from chain_feed where held_seconds is null order by asset, source')
      .all()
    await write(rows.map(toRow).filter(({ address }) => known.includes(address)))
  }
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000)

  return {
    set: async ({ asset, price, source, ageSeconds }) => {
      if (!plan.feeds[asset]) throw new Refused(400, `there is no feed of ${asset}`)
      if (price !== undefined && !/^\d{1,12}(\.\d{1,8})?$/.test(price)) {
        throw new Refused(400, 'price: a decimal number with at most 8 decimals, as a string')
      }
      const held = ageSeconds === undefined ? null : nowSeconds() - ageSeconds
      for (const { address, answer } of feedsOf(asset, source)) {
        const next = price === undefined ? answer : parseUnits(price, feedDecimals)
        store
          .prepare('update chain_feed set answer = ?, held_seconds = ? where address = ?')
          .run(next.toString(), held, address)
      }
      const rows = feedsOf(asset, source)
      await write(rows)
      const feeds = rows.map(({ address, answer, heldSeconds }) => ({
        address,
        price: formatUnits(answer, feedDecimals),
        updatedAt: new Date((heldSeconds ?? nowSeconds()) * 1000).toISOString(),
      }))
      return { asset, feeds }
    },
    stampAll,
    stampWhenDue: async () => {
      if (clock.now().getTime() - stampedMs >= stampEveryMs) await stampAll()
    },
    forget: fill,
  }
}
