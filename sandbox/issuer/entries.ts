import { randomUUID } from 'node:crypto'
import { plusMs, type Desk } from './desk.ts'
import { switchOf } from './settings.ts'

/** The kinds of changes of money. */
export type EntryType = 'ADJUSTMENT' | 'CLOSURE' | 'TRANSACTION' | 'FUNDING' | 'FEE'

export type EntryDraft = {
  readonly id?: string
  readonly type: EntryType
  /** The source of the change: a call of the API, or a person at the issuer's dashboard. */
  readonly by?: 'api' | 'dashboard'
  readonly cardId?: string
  readonly paymentId?: string
  readonly reference?: string | undefined
  readonly cardCents?: bigint
  readonly availableCents?: bigint
  readonly unallocatedCents?: bigint
  readonly at: Date
}

export type EntryRow = {
  readonly seq: bigint
  readonly id: string
  readonly type: EntryType
  readonly by: 'api' | 'dashboard'
  readonly card_id: string | null
  readonly payment_id: string | null
  readonly reference: string | null
  readonly card_cents: bigint
  readonly available_cents: bigint
  readonly unallocated_cents: bigint
  readonly available_after: bigint
  readonly completed_at: string
  readonly created_at: string
}

export type Balances = { readonly availableCents: bigint; readonly unallocatedCents: bigint }

/** The master account now: `availableBalance` and `availableToAllocate`, in cents. */
export const balancesOf = (desk: Desk): Balances => {
  const row = desk.db.one<{ available_cents: bigint; unallocated_cents: bigint }>('select * from account')
  return { availableCents: row?.available_cents ?? 0n, unallocatedCents: row?.unallocated_cents ?? 0n }
}

const unsettledSum = (
  desk: Desk,
  column: 'card_cents' | 'available_cents' | 'unallocated_cents',
  cardId?: string,
) =>
  desk.db.one<{ cents: bigint | null }>(
    `select sum(${column}) as cents from entry where balance_at > ?1 and (?2 is null or card_id = ?2)`,
    desk.now().toISOString(),
    cardId ?? null,
  )?.cents ?? 0n

/** The master account as the API shows it, without changes that `balanceLagMs` still delays. */
export const shownBalances = (desk: Desk): Balances => {
  const { availableCents, unallocatedCents } = balancesOf(desk)
  return {
    availableCents: availableCents - unsettledSum(desk, 'available_cents'),
    unallocatedCents: unallocatedCents - unsettledSum(desk, 'unallocated_cents'),
  }
}

/** A card's credit as the API shows it, without changes that `balanceLagMs` still delays. */
export const shownCredit = (desk: Desk, card: { id: string; credit_cents: bigint }): bigint =>
  card.credit_cents - unsettledSum(desk, 'card_cents', card.id)

/** Changes balances without a row; only `post` and a planted difference may do so. */
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

/**
 * When an entry of that instant becomes visible. The time is fixed now, so that a later switch does not
 * change it.
 */
const seenAt = (desk: Desk, at: Date) => {
  const after = (ms: number) => plusMs(at, ms).toISOString()
  const lagMs = switchOf(desk, 'historyLagMs')
  return {
    visible_at: after(lagMs),
    completed_at: after(Math.max(lagMs, switchOf(desk, 'historyPendingMs'))),
    balance_at: after(switchOf(desk, 'balanceLagMs')),
  }
}

/** Transfers money: changes the balances and inserts the row together. */
export const post = (desk: Desk, entry: EntryDraft): EntryRow =>
  desk.db.whole(() => {
    const shift = {
      cardId: entry.cardId,
      cardCents: entry.cardCents ?? 0n,
      availableCents: entry.availableCents ?? 0n,
      unallocatedCents: entry.unallocatedCents ?? 0n,
    }
    shiftBalances(desk, shift)
    return desk.db.insert<EntryRow>('entry', {
      id: entry.id ?? randomUUID(),
      type: entry.type,
      by: entry.by ?? 'api',
      card_id: entry.cardId ?? null,
      payment_id: entry.paymentId ?? null,
      reference: entry.reference ?? null,
      card_cents: shift.cardCents,
      available_cents: shift.availableCents,
      unallocated_cents: shift.unallocatedCents,
      available_after: balancesOf(desk).availableCents,
      ...seenAt(desk, entry.at),
      created_at: entry.at.toISOString(),
    })
  })
