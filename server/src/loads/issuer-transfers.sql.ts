import { brokeUnique } from '../kernel/database.ts'
import type { Queries } from '../kernel/queries.ts'

/** Why people have to decide about a credit. */
export type ReviewReason = 'foreign_row' | 'undecided' | 'absent_again' | 'row_missing'

/** The credit of a load at the issuer, with what was read there before it was sent. */
export type IssuerTransfer = {
  readonly id: string
  readonly company_id: string
  readonly load_id: string
  readonly part: number
  readonly issuer_card_id: string
  readonly amount_cents: bigint
  readonly status: 'started' | 'checking' | 'sent' | 'applied' | 'review' | 'done' | 'refused'
  readonly attempts: number
  /** Of the last attempt: business time and real time. */
  readonly sent_at: Date | null
  readonly called_at: Date | null
  readonly credit_before_mills: bigint | null
  readonly spent_before_mills: bigint | null
  readonly spent_from: Date | null
  readonly is_explained: boolean
  readonly quiet_at: Date | null
  readonly review_reason: ReviewReason | null
  readonly review_from: 'checking' | 'sent' | 'applied' | null
}

type Write = <T>(use: (tx: { sql: Queries }) => Promise<T>) => Promise<T>

const byId = 'select * from issuer_transfer where id = $1'
const take = `update issuer_transfer set status = 'checking' where id = $1 and status = 'started'`
const send = `update issuer_transfer set status = 'sent', attempts = attempts + 1, sent_at = $3, called_at = $4,
    credit_before_mills = $5, spent_before_mills = $6, spent_from = $7, quiet_at = null
  where id = $1 and status = 'checking' and attempts = $2`
/** Only of the attempt that was read about, not of one that was made since. */
const sameAttempt = `id = $1 and status = 'sent' and attempts = $2`
const notSent = `update issuer_transfer set status = 'started', attempts = attempts - 1 where ${sameAttempt}`
const absent = `update issuer_transfer set status = 'started', quiet_at = null where ${sameAttempt}`
const quiet = `update issuer_transfer set quiet_at = $3 where ${sameAttempt}`
const explained = `update issuer_transfer set is_explained = $3 where ${sameAttempt}`
const refusals = `select count(*) from issuer_transfer where load_id = $1 and status = 'refused'`
const attempts = 'select coalesce(sum(attempts), 0)::int8 as count from issuer_transfer where load_id = $1'
const bound = `update issuer_transfer set status = 'done', review_reason = null where id = $1 and status in ('applied', 'review')`
const holds = `select 1 from issuer_transfer where issuer_card_id = $1 and status in ('checking', 'sent', 'applied', 'review')`

export const findTransfer = (sql: Queries, id: string): Promise<IssuerTransfer | null> =>
  sql.maybe<IssuerTransfer>(byId, [id])

/** Takes the card for this operation. False: another one has it. */
export const takeCard = async (write: Write, id: string): Promise<boolean> => {
  try {
    return (await write(({ sql }) => sql.run(take, [id]))) === 1
  } catch (error) {
    if (brokeUnique(error, 'issuer_transfer_has_card')) return false
    throw error
  }
}

/** What was read right before an attempt. */
export type Baseline = {
  readonly sentAt: Date
  readonly calledAt: Date
  readonly availableMills: bigint
  readonly spentMills: bigint
  readonly spentFrom: Date
}

/** Writes an attempt down before it is made. False: another worker makes it. */
export const writeSent = async (sql: Queries, transfer: IssuerTransfer, before: Baseline): Promise<boolean> =>
  (await sql.run(send, [
    transfer.id,
    transfer.attempts,
    before.sentAt,
    before.calledAt,
    before.availableMills,
    before.spentMills,
    before.spentFrom,
  ])) === 1

type Attempt = Pick<IssuerTransfer, 'id' | 'attempts'>

/** Nothing left this machine, or the issuer did no work: the attempt does not count. */
export const writeNotSent = (sql: Queries, of: Attempt) => sql.run(notSent, [of.id, of.attempts])

/** The attempt is proved to have had no effect: another may be made. */
export const writeAbsent = (sql: Queries, of: Attempt) => sql.run(absent, [of.id, of.attempts])

/** The first read that shows no credit, or null: the last one showed something. */
export const writeQuiet = (sql: Queries, of: Attempt, at: Date | null) =>
  sql.run(quiet, [of.id, of.attempts, at])

/** Whether the credit before, as the answer has it, is the one that we had read. */
export const writeExplained = (sql: Queries, of: Attempt, isExplained: boolean) =>
  sql.run(explained, [of.id, of.attempts, isExplained])

/** The history row of an operation that was applied is bound: the card is free for the next one. */
export const writeBound = (sql: Queries, issuerTransferId: string) => sql.run(bound, [issuerTransferId])

const count = async (sql: Queries, text: string, id: string): Promise<number> =>
  Number((await sql.one<{ count: bigint }>(text, [id])).count)

/** How often the credit of a load was refused. */
export const countRefusals = (sql: Queries, loadId: string): Promise<number> => count(sql, refusals, loadId)

/** How often the credit of a load was sent. */
export const countAttempts = (sql: Queries, loadId: string): Promise<number> => count(sql, attempts, loadId)

/** Whether an operation has this card now. */
export const isCardTaken = async (sql: Queries, issuerCardId: string): Promise<boolean> =>
  (await sql.maybe(holds, [issuerCardId])) !== null
