import { randomInt } from 'node:crypto'
import { livingCard, type CardRow } from './card-rows.ts'
import type { Desk } from './desk.ts'
import { Refusal } from './refusal.ts'
import { bins } from './vault.ts'

export type StockRow = {
  readonly serial: string
  readonly bin: string
  readonly last4: string
  readonly pan_encrypted: Uint8Array
  readonly pan_mark: string
  readonly expiry_month: string
  readonly expiry_year: string
  readonly expires_at: string
  readonly card_design: string
  readonly activation_code: string
  readonly card_id: string | null
}

export const sixDigits = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** Expiry of a card that is made at that instant: the end of the same month, some years later. */
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
  expiry: `${row.expiry_month}/${row.expiry_year.slice(-2)}`,
  cardDesign: row.card_design,
  cardId: row.card_id,
})

/** A card number that no card and no stock card has: the digits of a number are random. */
export const freeNumber = (desk: Desk, bin: string): ReturnType<Desk['vault']['issue']> => {
  const issued = desk.vault.issue(bin)
  const other = desk.db.one(
    'select 1 from card where pan_mark = ? union all select 1 from stock where pan_mark = ?',
    issued.mark,
    issued.mark,
  )
  return other === null || other === undefined ? issued : freeNumber(desk, bin)
}

/** Unnamed physical cards, each with its number, serial and the activation code in its package. */
export const makeStock = (desk: Desk, wanted: { count: number; cardDesign: string }): StockRow[] =>
  desk.db.whole(() => {
    const known = desk.db.one<{ count: bigint }>('select count(*) as count from stock')?.count ?? 0n
    const { expiryMonth, expiryYear, expiresAt } = expiryFrom(desk.now(), 4)
    return Array.from({ length: wanted.count }, (_, position) => {
      const { encrypted, mark, last4 } = freeNumber(desk, bins.stock)
      const serial = `CRD-${String(Number(known) + position + 1).padStart(6, '0')}`
      return desk.db.insert<StockRow>('stock', {
        serial,
        bin: bins.stock,
        last4,
        pan_encrypted: encrypted,
        pan_mark: mark,
        expiry_month: expiryMonth,
        expiry_year: expiryYear,
        expires_at: expiresAt,
        card_design: wanted.cardDesign,
        activation_code: sixDigits(),
      })
    })
  })

const freePlastic = (desk: Desk, serial: string): StockRow => {
  const row = desk.db.one<StockRow>('select * from stock where serial = ?', serial)
  if (!row) throw new Refusal(404, 'STOCK_CARD_NOT_FOUND', `There is no stock card ${serial}`)
  if (row.card_id !== null)
    throw new Refusal(409, 'STOCK_CARD_TAKEN', `The stock card ${serial} is assigned already`)
  return row
}

/** Assigns a stock card's number, expiry and code to a physical card that is not activated yet. */
export const assignStock = (desk: Desk, of: { serial: string; cardId: string }): CardRow =>
  desk.db.whole(() => {
    const plastic = freePlastic(desk, of.serial)
    const card = livingCard(desk, of.cardId)
    if (card.card_type !== 'Physical' || card.activated === 1n) {
      throw new Refusal(
        409,
        'CARD_NOT_ASSIGNABLE',
        'Only a physical card that is not activated accepts a stock card',
      )
    }
    desk.db.run('update stock set card_id = ? where serial = ?', card.id, plastic.serial)
    desk.db.run(
      `update card set bin = ?, last4 = ?, pan_encrypted = ?, pan_mark = ?, expiry_month = ?, expiry_year = ?,
         expires_at = ?, serial = ?, activation_code = ?, physical_status = 'CARD_PRODUCTION_COMPLETED',
         shipping_status = 'DELIVERED', shipping_due_at = null, updated_at = ? where id = ?`,
      plastic.bin,
      plastic.last4,
      plastic.pan_encrypted,
      plastic.pan_mark,
      plastic.expiry_month,
      plastic.expiry_year,
      plastic.expires_at,
      plastic.serial,
      plastic.activation_code,
      desk.now().toISOString(),
      card.id,
    )
    return livingCard(desk, card.id)
  })

export const listStock = (desk: Desk): StockRow[] =>
  desk.db.all<StockRow>('select * from stock order by serial')
