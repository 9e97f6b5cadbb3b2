import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { dayMs, dayOf, plusMs, readSetting, writeSetting, type Desk } from './desk.ts'
import type { EntryRow } from './entries.ts'
import { fromCents, rateText } from './money.ts'
import type { Merchant } from './merchants.ts'
import { eventsOf, findPayment } from './payment-rows.ts'

export type DayFile = {
  readonly date: string
  readonly csv: string
  readonly rows: bigint
  readonly sha256: string
  readonly closing_available_cents: bigint
  readonly closing_unallocated_cents: bigint
}

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const originalOf = (desk: Desk, entry: EntryRow) => {
  const payment = entry.type === 'TRANSACTION' ? findPayment(desk, entry.payment_id ?? '') : undefined
  const event = payment && eventsOf(desk, payment.id).find(({ id }) => id === entry.id)
  const merchant = payment && (JSON.parse(payment.merchant) as Merchant)
  return {
    original_amount: event ? fromCents(event.original_cents) : '',
    original_currency: payment?.original_currency ?? '',
    rate: event ? rateText(event.rate) : '',
    merchant: merchant?.name ?? '',
    mcc: merchant?.mcc ?? '',
    country: merchant?.country ?? '',
  }
}

/** A row of the file, in the order of `header`. */
const rowOf = (desk: Desk, entry: EntryRow) => ({
  event_id: entry.id,
  occurred_at: entry.created_at,
  event_type: entry.event_type,
  transaction_id: entry.payment_id ?? '',
  card_id: entry.card_id ?? '',
  reference: entry.reference ?? '',
  held_change: fromCents(entry.held_cents),
  settled_change: fromCents(entry.settled_cents),
  card_change: fromCents(entry.card_cents),
  available_change: fromCents(entry.available_cents),
  unallocated_change: fromCents(entry.unallocated_cents),
  ...originalOf(desk, entry),
})

const header =
  'event_id,occurred_at,event_type,transaction_id,card_id,reference,held_change,settled_change,card_change,' +
  'available_change,unallocated_change,original_amount,original_currency,rate,merchant,mcc,country'

/** The day whose file is still open. */
export const openDate = (desk: Desk): string => readSetting(desk.db, 'open_date') ?? dayOf(desk.now())

/** Midnight (UTC) at which the open day ends. */
export const openDateEnds = (desk: Desk): Date => plusMs(new Date(`${openDate(desk)}T00:00:00.000Z`), dayMs)

/** Closes the open day: its file is made once and never changes; the next day opens. */
export const closeDay = (desk: Desk): DayFile =>
  desk.db.whole(() => {
    const date = openDate(desk)
    const last = desk.db.one<DayFile>('select * from day_file order by date desc limit 1')
    const entries = desk.db.all<EntryRow>('select * from entry where business_date = ? order by seq', date)
    const opening = {
      available: last?.closing_available_cents ?? 0n,
      unallocated: last?.closing_unallocated_cents ?? 0n,
    }
    const closing = entries.reduce(
      (sum, entry) => ({
        available: sum.available + entry.available_cents,
        unallocated: sum.unallocated + entry.unallocated_cents,
      }),
      opening,
    )
    const line = (word: string, at: typeof opening) =>
      `#${word},${date},USD,${fromCents(at.available)},${fromCents(at.unallocated)}`
    const text = [
      line('opening', opening),
      header,
      ...entries.map((entry) => Object.values(rowOf(desk, entry)).map(cell).join(',')),
      line('closing', closing),
      `#count,${entries.length}`,
      '',
    ].join('\n')
    const sha256 = createHash('sha256').update(text).digest('hex')
    const file = desk.db.insert<DayFile>('day_file', {
      date,
      csv: `${text}#sha256,${sha256}\n`,
      rows: entries.length,
      sha256,
      closing_available_cents: closing.available,
      closing_unallocated_cents: closing.unallocated,
    })
    writeSetting(desk.db, 'open_date', dayOf(plusMs(new Date(`${date}T00:00:00.000Z`), dayMs)))
    return file
  })

export const dayFile = (desk: Desk, date: string): DayFile | undefined =>
  desk.db.one<DayFile>('select * from day_file where date = ?', date)

/** Signs the link of a file; whoever has it may read the file until it expires. */
export const linkSignature = (secret: string, link: { date: string; expiresMs: number }): string =>
  createHmac('sha256', secret).update(`${link.date}:${link.expiresMs}`).digest('base64url')

export const linkHolds = (
  secret: string,
  link: { date: string; expiresMs: number; signature: string; nowMs: number },
): boolean => {
  const wanted = Buffer.from(linkSignature(secret, link))
  const given = Buffer.from(link.signature)
  return wanted.length === given.length && timingSafeEqual(wanted, given) && link.nowMs < link.expiresMs
}
