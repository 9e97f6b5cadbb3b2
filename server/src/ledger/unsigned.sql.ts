import { after } from '../kernel/clock.ts'
import type { Queries } from '../kernel/queries.ts'
import { readLastBlock } from './blocks.sql.ts'

/** The signer runs every minute. */
const alarmMs = 5 * 60_000

export type UnsignedFigures = {
  readonly count: number
  readonly late: number
  readonly oldestAt: Date | null
}

/** What waits to be signed: journals and account changes, and how many of them wait for too long. */
export const readUnsigned = async (sql: Queries, now: Date): Promise<UnsignedFigures> => {
  const queue = sql.selectFrom('unsignedEntry')
  const row = await queue
    .select(({ fn }) => [
      fn.countAll<bigint>().as('count'),
      fn.countAll<bigint>().filterWhere('at', '<', after(now, -alarmMs)).as('late'),
      fn.min('at').as('oldestAt'),
    ])
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), late: Number(row.late), oldestAt: row.oldestAt }
}

/** Age of an instant; 0 without one. */
export const secondsSince = (at: Date | null | undefined, now: Date): number =>
  at ? Math.max(0, (now.getTime() - at.getTime()) / 1000) : 0

type Times = { readonly now: Date }

/** Figures of block signing for operations. */
export const signingGauges: readonly {
  readonly name: string
  readonly help: string
  readonly read: (sql: Queries, times: Times) => Promise<number>
}[] = [
  {
    name: 'ledger_unsigned',
    help: 'Journals and account changes that no signed block covers yet',
    read: async (sql, { now }) => (await readUnsigned(sql, now)).count,
  },
  {
    name: 'ledger_unsigned_seconds',
    help: 'Age of the oldest of them; 0 when all are signed',
    read: async (sql, { now }) => secondsSince((await readUnsigned(sql, now)).oldestAt, now),
  },
  {
    name: 'ledger_unsigned_late',
    help: 'Those that are older than five minutes: a person checks why they are not signed',
    read: async (sql, { now }) => (await readUnsigned(sql, now)).late,
  },
  {
    name: 'ledger_block_age_seconds',
    help: 'Age of the last signed block; a ledger without a new journal gets no new block',
    read: async (sql, { now }) => secondsSince((await readLastBlock(sql))?.signedAt, now),
  },
]
