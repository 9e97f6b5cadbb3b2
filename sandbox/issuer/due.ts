import type { CardRow } from './card-rows.ts'
import { expireCard, shipCard } from './card-endings.ts'
import { closeDay, openDateEnds } from './day-files.ts'
import { dayMs, plusMs, type Desk } from './desk.ts'
import type { PaymentRow } from './payment-rows.ts'
import { lapse } from './simulate.ts'

type Due = { readonly at: Date; readonly run: () => void }

const nextLapse = (desk: Desk): Due | null => {
  const payment = desk.db.one<PaymentRow>(
    'select * from payment where held_cents > 0 and lapses_at is not null order by lapses_at limit 1',
  )
  if (!payment?.lapses_at) return null
  const at = new Date(payment.lapses_at)
  return { at, run: () => void lapse(desk, payment, at) }
}

const nextStop = (desk: Desk): Due | null => {
  const card = desk.db.one<CardRow & { shipping_due_at: string }>(
    'select * from card where shipping_due_at is not null order by shipping_due_at limit 1',
  )
  if (!card) return null
  const at = new Date(card.shipping_due_at)
  const run = () => {
    if (card.shipping_status === 'ORDERED') {
      shipCard(desk, card, { to: 'SHIPPED', at, nextAt: plusMs(at, 5 * dayMs) })
    } else {
      shipCard(desk, card, { to: 'DELIVERED', at, nextAt: null })
    }
  }
  return { at, run }
}

const nextExpiry = (desk: Desk): Due | null => {
  const card = desk.db.one<CardRow>(
    `select * from card where status in ('INACTIVE', 'ACTIVE', 'FROZEN', 'BLOCKED')
     order by expires_at limit 1`,
  )
  if (!card) return null
  const at = new Date(card.expires_at)
  return { at, run: () => void expireCard(desk, card, at) }
}

/** Does what the clock has reached, in the order of its times: lapses, deliveries, expiries, day closes. */
export const runDue = (desk: Desk): void => {
  for (;;) {
    const now = desk.now().getTime()
    const candidates: (Due | null)[] = [
      nextLapse(desk),
      nextStop(desk),
      nextExpiry(desk),
      { at: openDateEnds(desk), run: () => void closeDay(desk) },
    ]
    const [next] = candidates
      .filter((due): due is Due => due !== null && due.at.getTime() <= now)
      .sort((one, other) => one.at.getTime() - other.at.getTime())
    if (!next) return
    desk.db.whole(next.run)
  }
}
