import type { CardRow } from './card-rows.ts'
import { expireCard } from './cards.ts'
import type { Desk } from './desk.ts'
import type { PaymentRow } from './payment-rows.ts'
import { shipNext } from './shipping.ts'
import { lapse } from './simulate.ts'

type DueTask = { readonly at: Date; readonly run: () => void }

const nextLapse = (desk: Desk): DueTask | null => {
  const payment = desk.db.one<PaymentRow>(
    'select * from payment where held_cents > 0 and lapses_at is not null order by lapses_at limit 1',
  )
  if (!payment?.lapses_at) return null
  const at = new Date(payment.lapses_at)
  return { at, run: () => void lapse(desk, payment, at) }
}

const nextStop = (desk: Desk): DueTask | null => {
  const card = desk.db.one<CardRow>(
    `select * from card where shipping_due_at is not null and status <> 'DELETED' order by shipping_due_at limit 1`,
  )
  if (!card?.shipping_due_at) return null
  const at = new Date(card.shipping_due_at)
  return { at, run: () => shipNext(desk, card, at) }
}

const nextExpiry = (desk: Desk): DueTask | null => {
  const card = desk.db.one<CardRow>(
    `select * from card where status in ('INACTIVE', 'ACTIVE', 'FROZEN', 'BLOCKED') order by expires_at limit 1`,
  )
  if (!card) return null
  const at = new Date(card.expires_at)
  return { at, run: () => void expireCard(desk, card, at) }
}

/** Does what is due at the clock, in the order of time: lapses, deliveries, expiries. */
export const runDue = (desk: Desk): void => {
  for (;;) {
    const now = desk.now().getTime()
    const [next] = [nextLapse(desk), nextStop(desk), nextExpiry(desk)]
      .filter((due): due is DueTask => due !== null && due.at.getTime() <= now)
      .sort((one, other) => one.at.getTime() - other.at.getTime())
    if (!next) return
    desk.db.whole(next.run)
  }
}
