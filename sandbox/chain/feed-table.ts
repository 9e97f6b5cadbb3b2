import type { DatabaseSync } from 'node:sqlite'
import { parseUnits, type Address } from 'viem'
import type { DeploymentPlan } from './deployment.ts'

export const feedDecimals = 8

const defaultPrices: Readonly<Record<string, string>> = {
  USDC: '1',
  USDT: '0.9994',
  DAI: '0.9999',
  ETH: '3000',
}

/** The answer of a feed; `heldSeconds` is its age while it is stale on purpose. */
export type FeedRow = {
  readonly address: Address
  readonly asset: string
  readonly source: number
  readonly answer: bigint
  readonly heldSeconds: number | null
}

export type FeedTable = {
  readonly all: () => readonly FeedRow[]
  readonly save: (row: FeedRow) => void
}

const schema = `create table if not exists chain_feed (
  address text primary key, answer text not null, held_seconds integer)`

/** The prices that were set, by feed; a feed that was never set has the default of its asset. */
export const createFeedTable = (store: DatabaseSync, plan: DeploymentPlan): FeedTable => {
  store.exec(schema)
  const feeds = Object.entries(plan.feeds).flatMap(([asset, addresses]) =>
    addresses.map((address, source) => ({ address, asset, source })),
  )
  const read = (feed: (typeof feeds)[number]): FeedRow => {
    const row = store.prepare('select * from chain_feed where address = ?').get(feed.address)
    if (!row)
      return {
        ...feed,
        answer: parseUnits(defaultPrices[feed.asset] ?? '1', feedDecimals),
        heldSeconds: null,
      }
    const { answer, held_seconds: held } = row
    return { ...feed, answer: BigInt(String(answer)), heldSeconds: held === null ? null : Number(held) }
  }
  return {
    all: () => feeds.map(read),
    save: ({ address, answer, heldSeconds }) => {
      store
        .prepare('insert or replace into chain_feed values (?, ?, ?)')
        .run(address, answer.toString(), heldSeconds)
    },
  }
}
