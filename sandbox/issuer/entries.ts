import { randomUUID } from 'node:crypto'
import { dayOf, readSetting, type Desk } from './desk.ts'
import { fromCents } from './money.ts'
import { invalid } from './refusal.ts'
import type { Fields } from './fields.ts'

/** What moved money, or would have: one row of the day file each. */
export type EntryType =
  | 'ADJUSTMENT'
  | 'REPLACEMENT'
  | 'CLOSURE'
  | 'TRANSACTION'
  | 'FUNDING'
  | 'FEE'
  | 'CHARGEBACK'

export type Move = {
  readonly id?: string
  readonly type: EntryType
  /** Word for it in the day file. */
  readonly eventType: string
  readonly cardId?: string
  readonly paymentId?: string
  readonly reference?: string | undefined
  readonly meta?: unknown
  readonly cardCents?: bigint
  readonly availableCents?: bigint
  readonly unallocatedCents?: bigint
  readonly heldCents?: bigint
  readonly settledCents?: bigint
  readonly at: Date
}

export type EntryRow = {
  readonly seq: bigint
  readonly id: string
  readonly type: EntryType
  readonly event_type: string
  readonly card_id: string | null
  readonly payment_id: string | null
  readonly reference: string | null
  readonly meta: string | null
  readonly held_cents: bigint
  readonly settled_cents: bigint
  readonly card_cents: bigint
  readonly available_cents: bigint
  readonly unallocated_cents: bigint
  readonly card_after: bigint | null
  readonly available_after: bigint
  readonly unallocated_after: bigint
  readonly business_date: string
  readonly created_at: string
}

export type Balances = { readonly availableCents: bigint; readonly unallocatedCents: bigint }

/** The master account now: `availableBalance` and `availableToAllocate`, in cents. */
export const balancesOf = (desk: Desk): Balances => {
  const row = desk.db.one<{ available_cents: bigint; unallocated_cents: bigint }>('select * from account')
  return { availableCents: row?.available_cents ?? 0n, unallocatedCents: row?.unallocated_cents ?? 0n }
}

/** Changes balances without leaving a trace; only `post` and a planted difference may. */
export const shiftBalances = (
  desk: Desk,
  shift: { cardId?: string | undefined; cardCents: bigint; availableCents: bigint; unallocatedCents: bigint },
): void => {
  desk.db.run(
    'update account set available_cents = available_cents + ?, unallocated_cents = unallocated_cents + ?',
    shift.availableCents,
    shift.unallocatedCents,
  )
  if (shift.cardId === undefined) return
  desk.db.run('update card set credit_cents = credit_cents + ? where id = ?', shift.cardCents, shift.cardId)
}

/** A business day that was closed early takes no more rows: they go to the next. */
const businessDate = (desk: Desk, at: Date): string => {
  const open = readSetting(desk.db, 'open_date') ?? dayOf(at)
  const day = dayOf(at)
  return day > open ? day : open
}

/** Moves money: balances and the row that tells, together. */
export const post = (desk: Desk, move: Move): EntryRow =>
  desk.db.whole(() => {
    const shift = {
      cardId: move.cardId,
      cardCents: move.cardCents ?? 0n,
      availableCents: move.availableCents ?? 0n,
      unallocatedCents: move.unallocatedCents ?? 0n,
    }
    shiftBalances(desk, shift)
    const after = balancesOf(desk)
    const card = desk.db.one<{ credit_cents: bigint }>(
      'select credit_cents from card where id = ?',
      move.cardId ?? '',
    )
    return desk.db.insert<EntryRow>('entry', {
      id: move.id ?? randomUUID(),
      type: move.type,
      event_type: move.eventType,
      card_id: move.cardId ?? null,
      payment_id: move.paymentId ?? null,
      reference: move.reference ?? null,
      meta: move.meta === undefined ? null : JSON.stringify(move.meta),
      held_cents: move.heldCents ?? 0n,
      settled_cents: move.settledCents ?? 0n,
      card_cents: shift.cardCents,
      available_cents: shift.availableCents,
      unallocated_cents: shift.unallocatedCents,
      card_after: card?.credit_cents ?? null,
      available_after: after.availableCents,
      unallocated_after: after.unallocatedCents,
      business_date: businessDate(desk, move.at),
      created_at: move.at.toISOString(),
    })
  })

/** A balance-history entry of a card, as the API and its webhook show it. */
export const cardEntryJson = (row: EntryRow) => ({
  id: row.id,
  cardId: row.card_id,
  type: row.type,
  amount: fromCents(row.card_cents),
  balanceBefore: fromCents((row.card_after ?? 0n) - row.card_cents),
  balanceAfter: fromCents(row.card_after ?? 0n),
  reference: row.reference,
  meta: row.meta === null ? null : (JSON.parse(row.meta) as unknown),
  transactionId: row.payment_id,
  createdAt: row.created_at,
})

/** A row of the master account's history. */
export const accountEntryJson = (row: EntryRow) => ({
  id: row.id,
  type: row.type,
  amount: fromCents(row.available_cents === 0n ? row.unallocated_cents : row.available_cents),
  cardId: row.card_id,
  transactionId: row.payment_id,
  reference: row.reference,
  availableBalance: fromCents(row.available_after),
  availableToAllocate: fromCents(row.unallocated_after),
  createdAt: row.created_at,
})

const entryTypes = [
  'ADJUSTMENT',
  'REPLACEMENT',
  'CLOSURE',
  'TRANSACTION',
  'FUNDING',
  'FEE',
  'CHARGEBACK',
] as const

/** A page of entries that moved something, newest first; `cardId` narrows it to what moved that card. */
export const entryPage = (desk: Desk, query: Fields, cardId?: string) => {
  const limit = query.number('limit', { from: 1, to: 200 }) ?? 50
  const cursor = query.text('cursor', 20)
  if (cursor !== undefined && !/^\d+$/.test(cursor)) throw invalid('cursor must be one that a page gave')
  const rows = desk.db.all<EntryRow>(
    `select * from entry where seq < ?1 and (?2 is null or card_id = ?2) and (?3 is null or reference = ?3)
       and (?4 is null or type = ?4)
       and (case when ?2 is null then available_cents <> 0 or unallocated_cents <> 0 else card_cents <> 0 end)
     order by seq desc limit ?5`,
    cursor === undefined ? 9_000_000_000_000_000n : BigInt(cursor),
    cardId ?? null,
    query.text('reference') ?? null,
    query.oneOf('type', entryTypes) ?? null,
    limit + 1,
  )
  const rowsOfPage = rows.slice(0, limit)
  const last = rowsOfPage.at(-1)
  const hasMore = rows.length > limit
  return { rows: rowsOfPage, nextCursor: hasMore && last ? String(last.seq) : null, hasMore }
}
