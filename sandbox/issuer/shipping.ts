import { findCard, livingCard, type CardRow } from './card-rows.ts'
import { dayMs, plusMs, type Desk } from './desk.ts'
import { Refusal } from './refusal.ts'

const transitMs = 5 * dayMs

const tell = (desk: Desk, eventName: string, data: unknown) =>
  desk.emit({ eventType: 'shipping', eventName, data })

const skuOf = (card: CardRow): string => `SKU-${card.id.slice(0, 8)}`

/** The order of a physical card also orders its production. */
export const tellOrdered = (desk: Desk, cardId: string): void => {
  const card = findCard(desk, cardId)
  tell(desk, 'shipping_order_confirmation', { shipment: [{ sku: skuOf(card), card_id: card.id }] })
}

const physical = (desk: Desk, id: string): CardRow => {
  const card = livingCard(desk, id)
  if (card.card_type !== 'Physical') throw new Refusal(400, '0314009', 'The status is not supported.')
  return card
}

/** Sets the state of production and sends the webhook. */
export const setProduction = (desk: Desk, id: string, status: string): CardRow => {
  const card = physical(desk, id)
  if (card.physical_status === 'CARD_ACTIVATED') {
    throw new Refusal(400, '0314010', 'The status change is not supported.')
  }
  const at = desk.now().toISOString()
  desk.db.run('update card set physical_status = ?, updated_at = ? where id = ?', status, at, card.id)
  tell(desk, 'card_production_tracking', { status, card_id: card.id })
  return findCard(desk, card.id)
}

const own: Readonly<Record<string, 'SHIPPED' | 'DELIVERED'>> = {
  CARD_IN_TRANSIT: 'SHIPPED',
  CARD_OUT_FOR_DELIVERY: 'SHIPPED',
  CARD_DELIVERED: 'DELIVERED',
}

/** Sets the state of a package and sends the webhook. */
export const setShipping = (desk: Desk, id: string, status: string, at: Date): CardRow => {
  const card = physical(desk, id)
  const next = own[status] ?? card.shipping_status
  const dueAt = next === 'SHIPPED' ? plusMs(at, transitMs).toISOString() : null
  desk.db.run(
    'update card set shipping_status = ?, shipping_due_at = ?, updated_at = ? where id = ?',
    next,
    next === 'ORDERED' ? card.shipping_due_at : dueAt,
    at.toISOString(),
    card.id,
  )
  const tracking = { courier: 'Sandbox Post', tracking_number: skuOf(card) }
  tell(desk, 'card_shipping_tracking', { status, card_id: card.id, ...tracking })
  return findCard(desk, card.id)
}

/** What becomes due by time: produced and shipped after a day, delivered five days later. */
export const shipNext = (desk: Desk, card: CardRow, at: Date): void => {
  if (card.shipping_status !== 'ORDERED') {
    setShipping(desk, card.id, 'CARD_DELIVERED', at)
    return
  }
  if (card.physical_status !== 'CARD_ACTIVATED') setProduction(desk, card.id, 'CARD_PRODUCTION_COMPLETED')
  setShipping(desk, card.id, 'CARD_IN_TRANSIT', at)
}
