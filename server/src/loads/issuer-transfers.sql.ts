import { brokeUnique } from '../kernel/database.ts'
import type { Queries } from '../kernel/queries.ts'

import { applyUpdate, guardedUpdate, type ChangeOf } from '../kernel/guarded-update.ts'
import { applyTransition } from '../kernel/states.ts'
import { issuerTransferTransitions, type IssuerTransferStatus } from './credit-status.ts'

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
  readonly status: IssuerTransferStatus
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
const refusals = `select count(*) from issuer_transfer where load_id = $1 and status = 'refused'`
const attempts = 'select coalesce(sum(attempts), 0)::int8 as count from issuer_transfer where load_id = $1'
const lockedById = 'select * from issuer_transfer where id = $1 for update'
const holds = `select 1 from issuer_transfer where issuer_card_id = $1 and status in ('checking', 'sent', 'applied', 'review')`

export const findTransfer = (sql: Queries, id: string): Promise<IssuerTransfer | null> =>
  sql.maybe<IssuerTransfer>(byId, [id])

/** Reserves the card for this operation. False: another one has it. */
export const reserveCard = async (
  write: Write,
  transfer: IssuerTransfer & { readonly status: 'started' },
): Promise<boolean> => {
  try {
    return await write(({ sql }) =>
      applyTransition(sql, issuerTransferTransitions, transfer, 'card.reserved'),
    )
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

/** Stores an attempt before it is made. False: another worker makes it. */
export const writeSent = (sql: Queries, transfer: IssuerTransfer, before: Baseline): Promise<boolean> =>
  applyTransition(sql, issuerTransferTransitions, transfer, 'attempt.sent', {
    guard: { attempts: transfer.attempts },
    set: {
      attempts: transfer.attempts + 1,
      sentAt: before.sentAt,
      calledAt: before.calledAt,
      creditBeforeMills: before.availableMills,
      spentBeforeMills: before.spentMills,
      spentFrom: before.spentFrom,
      quietAt: null,
    },
  })

type Attempt = Pick<IssuerTransfer, 'id' | 'status' | 'attempts'>
/** Only of the attempt that was read about, not of one that was made since. */
const sameAttempt = ({ attempts }: Attempt) => ({ attempts })

/** Nothing left this machine, or the issuer did no work: the attempt does not count. */
export const writeNotSent = (sql: Queries, of: Attempt) =>
  applyTransition(sql, issuerTransferTransitions, of, 'attempt.not_sent', {
    guard: sameAttempt(of),
    set: { attempts: of.attempts - 1 },
  })

/** The attempt is proved to have had no effect: another may be made. */
export const writeAbsent = (sql: Queries, of: Attempt) =>
  applyTransition(sql, issuerTransferTransitions, of, 'attempt.absent', {
    guard: sameAttempt(of),
    set: { quietAt: null },
  })

const writeOfAttempt = (sql: Queries, of: Attempt, set: ChangeOf<'issuerTransfer'>) => {
  const from = { ...sameAttempt(of), status: 'sent' as const }
  return applyUpdate(sql, guardedUpdate({ table: 'issuerTransfer', id: of.id, from, set }))
}

/** The first read that shows no credit, or null: the last one showed something. */
export const writeStableSince = (sql: Queries, of: Attempt, at: Date | null) =>
  writeOfAttempt(sql, of, { quietAt: at })

/** Whether the credit before, as the answer has it, is the one that we had read. */
export const writeExplained = (sql: Queries, of: Attempt, isExplained: boolean) =>
  writeOfAttempt(sql, of, { isExplained })

/** The history row of an operation that was applied is bound: the card is free for the next one. */
export const writeBound = async (sql: Queries, id: string): Promise<void> => {
  const transfer = await sql.one<IssuerTransfer>(lockedById, [id])
  if (transfer.status !== 'applied' && transfer.status !== 'review') return
  const set = { reviewReason: null }
  await applyTransition(sql, issuerTransferTransitions, transfer, 'row.bound', { set })
}

/** The same row, held until the end of the transaction. */
export const lockTransfer = (sql: Queries, id: string): Promise<IssuerTransfer | null> =>
  sql.maybe<IssuerTransfer>(lockedById, [id])

const count = async (sql: Queries, text: string, id: string): Promise<number> =>
  Number((await sql.one<{ count: bigint }>(text, [id])).count)

/** How often the credit of a load was refused. */
export const countRefusals = (sql: Queries, loadId: string): Promise<number> => count(sql, refusals, loadId)

/** How often the credit of a load was sent. */
export const countAttempts = (sql: Queries, loadId: string): Promise<number> => count(sql, attempts, loadId)

/** Whether an operation has this card now. */
export const isCardTaken = async (sql: Queries, issuerCardId: string): Promise<boolean> =>
  (await sql.maybe(holds, [issuerCardId])) !== null
