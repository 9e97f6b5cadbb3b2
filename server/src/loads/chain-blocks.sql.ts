import { sql as fragment } from 'kysely'
import { constant, type Queries } from '../kernel/queries.ts'
import type { ChainBlock } from '../providers/rail/port.ts'

/** A block that the scanner has read. */
export type ReadBlock = Pick<ChainBlock, 'number' | 'hash'>
type OfNetwork = { readonly network: string }

const blocksOf = (sql: Queries, { network }: OfNetwork) =>
  sql.selectFrom('chainBlock').where('network', '=', network)

/** The last block that was read, or the one before a block. */
export const readLastBlock = async (
  sql: Queries,
  { below, ...of }: OfNetwork & { readonly below: bigint | null },
): Promise<ReadBlock | null> => {
  const read = blocksOf(sql, of)
    .select(['number', 'hash'])
    .$if(below !== null, (blocks) => blocks.where('number', '<', below))
  return (await read.orderBy('number', 'desc').limit(1).executeTakeFirst()) ?? null
}

/** Time of the last block that was read; null: there is none. */
export const readScannedUntil = async (sql: Queries, network: string): Promise<Date | null> => {
  const read = blocksOf(sql, { network }).select('time').orderBy('number', 'desc').limit(1)
  return (await read.executeTakeFirst())?.time ?? null
}

/** Time of the newest block of any chain. */
export const readNewestBlockTime = async (sql: Queries): Promise<Date | null> => {
  const newest = sql.selectFrom('chainBlock').select(({ fn }) => fn.max('time').as('time'))
  return (await newest.executeTakeFirstOrThrow()).time
}

export const insertBlock = async (
  sql: Queries,
  block: OfNetwork & Omit<ChainBlock, 'parentHash'>,
): Promise<void> => {
  const { network, number, hash, time } = block
  await sql.insertInto('chainBlock').values({ network, number, hash, time }).execute()
}

/** Deletes a block by its hash, because another scanner may already have stored its replacement. */
export const removeBlock = async (
  sql: Queries,
  { network, number, hash }: OfNetwork & ReadBlock,
): Promise<void> => {
  const block = sql.deleteFrom('chainBlock').where('network', '=', network).where('number', '=', number)
  await block.where('hash', '=', hash).execute()
}

/** Deletes old blocks, except those from the first undecided transfer on: finality may stall for hours. */
export const forgetBlocks = async (
  sql: Queries,
  { network, before }: OfNetwork & { readonly before: bigint },
): Promise<void> => {
  const firstWaiting = sql
    .selectFrom('chainTransfer')
    .select(({ fn }) => fn.min('blockNumber').as('blockNumber'))
    .where('network', '=', network)
    .where('status', '=', constant('seen'))
  await sql
    .deleteFrom('chainBlock')
    .where('network', '=', network)
    .where('number', '<', fragment<bigint>`least(${before}::bigint, ${firstWaiting})`)
    .execute()
}

/** Whether money of a block is booked. */
export const isBookedIn = async (
  sql: Queries,
  { network, hash }: OfNetwork & { readonly hash: string },
): Promise<boolean> => {
  const booked = sql
    .selectFrom('chainTransfer')
    .select('id')
    .where('network', '=', network)
    .where('blockHash', '=', hash)
    .where('status', '=', 'final')
  return (await booked.limit(1).executeTakeFirst()) !== undefined
}
