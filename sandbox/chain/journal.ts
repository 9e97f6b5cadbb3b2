import type { DatabaseSync } from 'node:sqlite'

type Hex = `0x${string}`

type JournalBlock = {
  readonly number: number
  readonly hash: Hex
  readonly timeSeconds: number
  /** Raw transactions in the order of the block. */
  readonly raws: readonly Hex[]
}

type Checkpoint = { readonly number: number; readonly state: Hex }

/** All data that is needed to rebuild the chain: blocks, waiting transactions, checkpoints, facts. */
export type Journal = {
  readonly addBlock: (block: JournalBlock, minedHashes: readonly Hex[]) => void
  readonly blocksAfter: (number: number) => readonly JournalBlock[]
  /** Deletes the blocks above this one, and the checkpoints that contain them. */
  readonly cutAbove: (number: number) => void
  readonly addWaiting: (hash: Hex, raw: Hex) => void
  readonly dropWaiting: (hash: Hex) => void
  readonly waiting: () => readonly { hash: Hex; raw: Hex }[]
  readonly addCheckpoint: (checkpoint: Checkpoint) => void
  /** The newest checkpoint at or below this block. */
  readonly checkpointAtMost: (number: number) => Checkpoint | null
  readonly newestCheckpoint: () => number
  readonly fact: (key: string) => string | null
  readonly setFact: (key: string, value: string) => void
  readonly forget: () => void
}

const tables = ['chain_block', 'chain_waiting', 'chain_checkpoint', 'chain_fact']
const schema = `
  create table if not exists chain_block (
    number integer primary key, hash text not null, time_seconds integer not null, raws text not null);
  create table if not exists chain_waiting (
    seq integer primary key autoincrement, hash text unique not null, raw text not null);
  create table if not exists chain_checkpoint (number integer primary key, state blob not null);
  create table if not exists chain_fact (key text primary key, value text not null);`

const toBlock = (row: Record<string, unknown>): JournalBlock => ({
  number: Number(row['number']),
  hash: String(row['hash']) as Hex,
  timeSeconds: Number(row['time_seconds']),
  raws: JSON.parse(String(row['raws'])) as Hex[],
})

type AtomicRun = (work: () => void) => void

const checkpointsOf = (
  store: DatabaseSync,
  whole: AtomicRun,
): Pick<Journal, 'addCheckpoint' | 'checkpointAtMost' | 'newestCheckpoint'> => ({
  addCheckpoint: ({ number, state }) =>
    whole(() => {
      store
        .prepare('insert or replace into chain_checkpoint values (?, ?)')
        .run(number, Buffer.from(state.slice(2), 'hex'))
      // Two are stored: a start uses the older one while the newer is too close to the head to replay enough.
      const save = store
        .prepare('select number from chain_checkpoint order by number desc limit 1 offset 1')
        .get()
      if (!save) return
      store.prepare('delete from chain_checkpoint where number < ?').run(Number(save['number']))
      store.prepare('delete from chain_block where number <= ?').run(Number(save['number']))
    }),
  checkpointAtMost: (number) => {
    const row = store
      .prepare('select * from chain_checkpoint where number <= ? order by number desc limit 1')
      .get(number)
    if (!row) return null
    const state = Buffer.from(row['state'] as Uint8Array).toString('hex')
    return { number: Number(row['number']), state: `0x${state}` }
  },
  newestCheckpoint: () =>
    Number(store.prepare('select max(number) as number from chain_checkpoint').get()?.['number'] ?? 0),
})

export const createJournal = (store: DatabaseSync): Journal => {
  store.exec(schema)
  const whole: AtomicRun = (work) => {
    store.exec('begin immediate')
    try {
      work()
      store.exec('commit')
    } catch (cause) {
      store.exec('rollback')
      throw cause
    }
  }
  const blocks = (sql: string, number: number) => store.prepare(sql).all(number).map(toBlock)
  return {
    addBlock: ({ number, hash, timeSeconds, raws }, minedHashes) =>
      whole(() => {
        store
          .prepare('insert into chain_block values (?, ?, ?, ?)')
          .run(number, hash, timeSeconds, JSON.stringify(raws))
        const mined = store.prepare('delete from chain_waiting where hash = ?')
        for (const each of minedHashes) mined.run(each)
      }),
    blocksAfter: (number) => blocks('select * from chain_block where number > ? order by number', number),
    cutAbove: (number) =>
      whole(() => {
        store.prepare('delete from chain_block where number > ?').run(number)
        store.prepare('delete from chain_checkpoint where number > ?').run(number)
      }),
    addWaiting: (hash, raw) => {
      store.prepare('insert or ignore into chain_waiting (hash, raw) values (?, ?)').run(hash, raw)
    },
    dropWaiting: (hash) => {
      store.prepare('delete from chain_waiting where hash = ?').run(hash)
    },
    waiting: () =>
      store.prepare('select hash, raw from chain_waiting order by seq').all() as { hash: Hex; raw: Hex }[],
    ...checkpointsOf(store, whole),
    fact: (key) => {
      const row = store.prepare('select value from chain_fact where key = ?').get(key)
      return row ? String(row['value']) : null
    },
    setFact: (key, value) => {
      store.prepare('insert or replace into chain_fact values (?, ?)').run(key, value)
    },
    forget: () => whole(() => tables.forEach((table) => store.exec(`delete from ${table}`))),
  }
}
