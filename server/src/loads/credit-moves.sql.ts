import { brokeUnique, type Queries } from '../kernel/database.ts'

/** A try to credit a card at the issuer, or to take back there what was credited twice. */
export type CreditMove = {
  readonly id: string
  readonly company_id: string
  readonly load_id: string
  readonly part: number
  readonly purpose: 'credit' | 'take_back'
  readonly reference: string
  readonly issuer_card_id: string
  /** Always above zero; a take-back is sent with the other sign. */
  readonly amount_cents: bigint
  readonly status: 'started' | 'unknown' | 'done' | 'refused'
  readonly called_at: Date | null
  readonly calls: number
  /** Read-backs that were answered since the last call. */
  readonly reads: number
}

/** What became of all tries under one reference. */
export type CreditTries = {
  readonly calls: number
  readonly refused: number
  readonly open: number
  readonly done: number
}

const byId = 'select * from issuer_move where id = $1'
const claim = `update issuer_move set status = 'unknown', called_at = $2, calls = calls + 1, reads = 0
  where id = $1 and status = 'started'`
/** Only the call that was proved absent is taken back, not one that was made since. */
const again = `update issuer_move set status = 'started', reads = 0
  where id = $1 and status = 'unknown' and called_at is not distinct from $2`
const noted = `update issuer_move set reads = reads + 1
  where id = $1 and status = 'unknown' and called_at is not distinct from $2`
const tries = `select coalesce(sum(calls), 0)::int4 as calls,
    (count(*) filter (where status = 'refused'))::int4 as refused,
    (count(*) filter (where status in ('started', 'unknown')))::int4 as open,
    (count(*) filter (where status = 'done'))::int4 as done
  from issuer_move where reference = $1`
const takeBack = `insert into issuer_move (id, company_id, load_id, part, purpose, reference, issuer_card_id,
    amount_cents, status, started_at)
  values ($1, $2, $3, $4, 'take_back', $5, $6, $7, 'started', $8) on conflict do nothing`
const takenBack = `select count(*) from issuer_move where load_id = $1 and purpose = 'take_back'`
const ended = `update issuer_move set status = $2, refusal = $3
  where id = $1 and purpose = 'take_back' and status in ('started', 'unknown')`

export const readMove = (sql: Queries, id: string): Promise<CreditMove | null> =>
  sql.maybe<CreditMove>(byId, [id])

export const isOpen = ({ status }: CreditMove): boolean => status === 'started' || status === 'unknown'

/**
 * Takes the right to make the call, written down before it is made. False: another worker makes it, or another call about
 * the same card is not answered yet.
 */
export const claimCall = async (
  write: <T>(use: (tx: { sql: Queries }) => Promise<T>) => Promise<T>,
  call: { id: string; at: Date },
): Promise<boolean> => {
  try {
    return (await write(({ sql }) => sql.run(claim, [call.id, call.at]))) === 1
  } catch (error) {
    if (brokeUnique(error, 'issuer_move_asks_once')) return false
    throw error
  }
}

/** The call that was made then did not happen: it may be made again under the same reference. */
export const noteAbsent = (sql: Queries, call: { id: string; calledAt: Date | null }) =>
  sql.run(again, [call.id, call.calledAt])

export const noteRead = (sql: Queries, call: { id: string; calledAt: Date | null }) =>
  sql.run(noted, [call.id, call.calledAt])

export const readTries = (sql: Queries, reference: string): Promise<CreditTries> =>
  sql.one<CreditTries>(tries, [reference])

/** How many take-backs a load has, done or not. */
export const countTakeBacks = async (sql: Queries, loadId: string): Promise<number> =>
  Number((await sql.one<{ count: bigint }>(takenBack, [loadId])).count)

/** Writes a take-back down. False: it was already. */
export const insertTakeBack = async (
  sql: Queries,
  move: { id: string; of: CreditMove; number: number; at: Date },
): Promise<boolean> => {
  const { of } = move
  const reference = `${of.reference}:back:${move.number}`
  return (
    (await sql.run(takeBack, [
      move.id,
      of.company_id,
      of.load_id,
      move.number,
      reference,
      of.issuer_card_id,
      of.amount_cents,
      move.at,
    ])) === 1
  )
}

/** Ends a take-back; nothing of our own book follows from it. */
export const endTakeBack = (
  sql: Queries,
  end: { id: string; status: 'done' | 'refused'; refusal: string | null },
) => sql.run(ended, [end.id, end.status, end.refusal])
