import type { Selectable } from 'kysely'
import { callAttempts } from '../kernel/call-attempts.ts'
import { brokeUnique } from '../kernel/database.ts'
import { applyUpdate, guardedUpdate } from '../kernel/guarded-update.ts'
import type { Work } from '../kernel/jobs.ts'
import { constant, type Queries } from '../kernel/queries.ts'
import type { IssuerTransfer as Columns } from '../kernel/schema.ts'
import { applyTransition } from '../kernel/states.ts'
import { issuerTransferTransitions } from './credit-status.ts'

/** The credit of a load at the issuer, with what was read there before it was sent. */
export type IssuerTransfer = Readonly<Selectable<Columns>>

/** Why people have to decide about a credit. */
export type ReviewReason = NonNullable<IssuerTransfer['reviewReason']>

const transfers = (sql: Queries) => sql.selectFrom('issuerTransfer').selectAll()

export const findTransfer = async (sql: Queries, id: string): Promise<IssuerTransfer | null> =>
  (await transfers(sql).where('id', '=', id).executeTakeFirst()) ?? null

/** The same row, held until the end of the transaction. */
export const lockTransfer = async (sql: Queries, id: string): Promise<IssuerTransfer | null> =>
  (await transfers(sql).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null

/** Reserves the card for this operation, where it has not done so. Null: another one has the card. */
export const reserveCard = async (work: Work, transfer: IssuerTransfer): Promise<IssuerTransfer | null> => {
  const { status } = transfer
  if (status !== 'started') return transfer
  try {
    const isOurs = await work.write(({ sql }) =>
      applyTransition(sql, issuerTransferTransitions, { ...transfer, status }, 'card.reserved'),
    )
    return isOurs ? { ...transfer, status: 'checking' } : null
  } catch (error) {
    if (brokeUnique(error, 'issuer_transfer_has_card')) return null
    throw error
  }
}

/** The writes of its attempts. */
export const issuerTransferAttempts = callAttempts(issuerTransferTransitions, {
  sent: 'attempt.sent',
  notSent: 'attempt.not_sent',
  absent: 'attempt.absent',
})

/** The answer names another credit before than the one that we had read. */
export const writeUnexplained = (
  sql: Queries,
  { id, attempts }: Pick<IssuerTransfer, 'id' | 'attempts'>,
): Promise<boolean> => {
  const from = { attempts, status: 'sent' } as const
  return applyUpdate(sql, guardedUpdate({ table: 'issuerTransfer', id, from, set: { isExplained: false } }))
}

/** The history row of an operation that was applied is bound: the card is free for the next one. */
export const writeBound = async (sql: Queries, id: string): Promise<void> => {
  const transfer = await lockTransfer(sql, id)
  if (transfer?.status !== 'applied' && transfer?.status !== 'review') return
  const set = { reviewReason: null }
  await applyTransition(sql, issuerTransferTransitions, transfer, 'row.bound', { set })
}

/** How often the credit of a load was sent, and how often it was refused. */
export const countAttempts = async (
  sql: Queries,
  loadId: string,
): Promise<{ sent: number; refused: number }> => {
  const { sent, refused } = await sql
    .selectFrom('issuerTransfer')
    .where('loadId', '=', loadId)
    .select(({ fn }) => [
      fn.sum<bigint | null>('attempts').as('sent'),
      fn.countAll<bigint>().filterWhere('status', '=', 'refused').as('refused'),
    ])
    .executeTakeFirstOrThrow()
  return { sent: Number(sent ?? 0), refused: Number(refused) }
}

/** Whether an operation has this card now. */
export const isCardTaken = async (sql: Queries, issuerCardId: string): Promise<boolean> => {
  const holding = ['checking', 'sent', 'applied', 'review'] as const
  const taken = transfers(sql)
    .where('issuerCardId', '=', issuerCardId)
    .where('status', 'in', holding.map(constant))
  return (await taken.executeTakeFirst()) !== undefined
}
