import { randomInt } from 'node:crypto'
import type { Desk } from './desk.ts'
import { Refusal } from './refusal.ts'
import { bins } from './vault.ts'

export type StockRow = {
  readonly serial: string
  readonly bin: string
  readonly last4: string
  readonly pan_sealed: Uint8Array
  readonly pan_mark: string
  readonly expiry_month: string
  readonly expiry_year: string
  readonly expires_at: string
  readonly card_design: string
  readonly activation_code: string
  readonly card_id: string | null
}

export const sixDigits = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** Expiry of a card made at that instant: the end of the same month, some years on. */
export const expiryFrom = (at: Date, years: number) => {
  const year = at.getUTCFullYear() + years
  const month = at.getUTCMonth()
  return {
    expiryMonth: String(month + 1).padStart(2, '0'),
    expiryYear: String(year),
    expiresAt: new Date(Date.UTC(year, month + 1, 1)).toISOString(),
  }
}

export const stockJson = (row: StockRow) => ({
  serial: row.serial,
  bin: row.bin,
  last4: row.last4,
  expiryMonth: row.expiry_month,
  expiryYear: row.expiry_year,
  cardDesign: row.card_design,
  status: row.card_id === null ? 'AVAILABLE' : 'ASSIGNED',
})

/** Unnamed physical cards, each with its number, serial and the activation code in its package. */
export const makeStock = (desk: Desk, wanted: { count: number; cardDesign: string }): StockRow[] =>
  desk.db.whole(() => {
    const known = desk.db.one<{ count: bigint }>('select count(*) as count from stock')?.count ?? 0n
    const { expiryMonth, expiryYear, expiresAt } = expiryFrom(desk.now(), 4)
    return Array.from({ length: wanted.count }, (_, place) => {
      const { sealed, mark, last4 } = desk.vault.issue(bins.stock)
      const serial = `CRD-${String(Number(known) + place + 1).padStart(6, '0')}`
      return desk.db.insert<StockRow>('stock', {
        serial,
        bin: bins.stock,
        last4,
        pan_sealed: sealed,
        pan_mark: mark,
        expiry_month: expiryMonth,
        expiry_year: expiryYear,
        expires_at: expiresAt,
        card_design: wanted.cardDesign,
        activation_code: sixDigits(),
      })
    })
  })

/** A stock card that nobody has yet, taken for that card. */
export const takeFromStock = (desk: Desk, taken: { serial: string; cardId: string }): StockRow => {
  const row = desk.db.one<StockRow>('select * from stock where serial = ?', taken.serial)
  if (!row) throw new Refusal(404, 'STOCK_CARD_NOT_FOUND', `There is no stock card ${taken.serial}`)
  if (row.card_id !== null) {
    throw new Refusal(409, 'STOCK_CARD_TAKEN', `The stock card ${taken.serial} has a holder already`)
  }
  desk.db.run('update stock set card_id = ? where serial = ?', taken.cardId, taken.serial)
  return row
}

export const listStock = (desk: Desk, status: 'AVAILABLE' | 'ASSIGNED' | undefined): StockRow[] =>
  desk.db.all<StockRow>(
    `select * from stock where ?1 is null or (card_id is null) = (?1 = 'AVAILABLE') order by serial`,
    status ?? null,
  )
