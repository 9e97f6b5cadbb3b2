import type { Selectable } from 'kysely'
import { callAttempts } from '../kernel/call-attempts.ts'
import { brokeUnique } from '../kernel/database.ts'
import { applyUpdate, guardedUpdate } from '../kernel/guarded-update.ts'
import type { Work } from '../kernel/jobs.ts'
import { anyOf, constant, type Queries } from '../kernel/queries.ts'
import type { IssuerTransfer as Columns } from '../kernel/schema.ts'
import { applyTransition } from '../kernel/states.ts'
import { issuerTransferTransitions } from './credit-status.ts'

/**
 * A credit of a card at the issuer, of a load, from a wallet or by an adjustment, with the facts that were read before it was
 * sent. Below zero it takes money from the card.
 */
export type IssuerTransfer = Readonly<Selectable<Columns>>

/** Why people have to decide about a credit. */
export type ReviewReason = NonNullable<IssuerTransfer['reviewReason']>

const transfers = (sql: Queries) => sql.selectFrom('issuerTransfer').selectAll()

export const findTransfer = async (sql: Queries, id: string): Promise<IssuerTransfer | null> =>
  (await transfers(sql).where('id', '=', id).executeTakeFirst()) ?? null

/** The last call of an adjustment of a card. */
export const findAdjustmentTransfer = async (
  sql: Queries,
  walletAdjustmentId: string,
): Promise<IssuerTransfer | null> =>
  (await transfers(sql)
    .where('walletAdjustmentId', '=', walletAdjustmentId)
    .orderBy('part', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

/** The same row, locked until the end of the transaction. */
export const lockTransfer = async (sql: Queries, id: string): Promise<IssuerTransfer | null> =>
  (await transfers(sql).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null

/** Reserves the card for this operation, if it is not reserved. Null: another operation has the card. */
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

/** The answer names another previous credit than our read did. */
export const writeUnexplained = (
  sql: Queries,
  { id, attempts }: Pick<IssuerTransfer, 'id' | 'attempts'>,
): Promise<boolean> => {
  const from = { attempts, status: 'sent' } as const
  return applyUpdate(sql, guardedUpdate({ table: 'issuerTransfer', id, from, set: { isExplained: false } }))
}

/** Binds the history row of an applied operation and frees the card for the next operation. */
export const writeBound = async (sql: Queries, id: string): Promise<void> => {
  const transfer = await lockTransfer(sql, id)
  if (transfer?.status !== 'applied' && transfer?.status !== 'review') return
  const set = { reviewReason: null }
  await applyTransition(sql, issuerTransferTransitions, transfer, 'row.bound', { set })
}

type Origin = Pick<IssuerTransfer, 'loadId' | 'walletTransferId' | 'walletAdjustmentId' | 'loadReversalId'>

/** The load, its reversal, the transfer from a wallet or the adjustment whose credit this is. */
export const originOf = (of: Origin): string => {
  const id = of.loadId ?? of.walletTransferId ?? of.walletAdjustmentId ?? of.loadReversalId
  if (id === null) throw new Error('A credit is that of a load, a reversal, a transfer or an adjustment')
  return id
}

const originColumn = ({ loadId, walletTransferId, walletAdjustmentId }: Origin) => {
  if (loadId !== null) return 'loadId'
  if (walletTransferId !== null) return 'walletTransferId'
  return walletAdjustmentId === null ? 'loadReversalId' : 'walletAdjustmentId'
}

/** Number of attempts of all credits of one origin, and of those refusals since an instant: a load may be accepted again. */
export const countAttempts = async (
  sql: Queries,
  transfer: IssuerTransfer,
  since: Date | null = null,
): Promise<{ sent: number; refused: number }> => {
  const { sent, refused } = await sql
    .selectFrom('issuerTransfer')
    .where(originColumn(transfer), '=', originOf(transfer))
    .select(({ fn }) => [
      fn.sum<bigint | null>('attempts').as('sent'),
      fn
        .countAll<bigint>()
        .filterWhere('status', '=', 'refused')
        .filterWhere('startedAt', '>=', since ?? new Date(0))
        .as('refused'),
    ])
    .executeTakeFirstOrThrow()
  return { sent: Number(sent ?? 0), refused: Number(refused) }
}

/** Credits of these cards that the issuer may have made or not, as their answer is lost or still on its way. */
export const listOpenCredits = (sql: Queries, issuerCardIds: readonly string[]) =>
  sql
    .selectFrom('issuerTransfer')
    .select(['issuerCardId', 'amountCents'])
    .where('issuerCardId', '=', anyOf(issuerCardIds))
    .where('status', 'in', [constant('sent'), constant('review')])
    .execute()

/** Debits that the issuer may have made or not, in cents below zero. Scope: jobs. */
export const listOpenDebits = async (sql: Queries): Promise<bigint[]> => {
  const open = await sql
    .selectFrom('issuerTransfer')
    .select('amountCents')
    .where('status', 'in', [constant('sent'), constant('review')])
    .where('amountCents', '<', 0n)
    .execute()
  return open.map(({ amountCents }) => amountCents)
}

/** Debits of a card that are decided and not booked, in cents. */
export const readPromisedDebits = async (sql: Queries, issuerCardId: string): Promise<bigint> => {
  const promised = ['started', 'checking', 'sent', 'review'] as const
  const { cents } = await sql
    .selectFrom('issuerTransfer')
    .select(({ fn }) => fn.sum<bigint | null>('amountCents').as('cents'))
    .where('issuerCardId', '=', issuerCardId)
    .where('status', 'in', promised.map(constant))
    .where('amountCents', '<', 0n)
    // One that was booked and whose row is missing waits in review too.
    .where((eb) => eb.or([eb('reviewFrom', 'is', null), eb('reviewFrom', '<>', 'applied')]))
    .executeTakeFirstOrThrow()
  return -BigInt(cents ?? 0n)
}

/** Whether an operation has reserved this card now. */
export const isCardReserved = async (sql: Queries, issuerCardId: string): Promise<boolean> => {
  const holding = ['checking', 'sent', 'applied', 'review'] as const
  const claimed = transfers(sql)
    .where('issuerCardId', '=', issuerCardId)
    .where('status', 'in', holding.map(constant))
  return (await claimed.executeTakeFirst()) !== undefined
}

/** Credits of a transfer from a wallet, in their order. */
export const listWalletCredits = (sql: Queries, walletTransferId: string) =>
  sql
    .selectFrom('issuerTransfer')
    .select(['status', 'startedAt'])
    .where('walletTransferId', '=', walletTransferId)
    .orderBy('part')
    .execute()
