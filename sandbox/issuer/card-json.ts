import { metaOf, type CardRow } from './card-rows.ts'
import type { Desk } from './desk.ts'
import { shownCredit } from './entries.ts'
import { fromCents } from './money.ts'
import { spendControlJson } from './spend-control.ts'
import { forwardingOf } from './three-ds.ts'

const officialCard = (desk: Desk, card: CardRow) => ({
  cardName: card.card_name,
  ...(card.secondary_name === null ? {} : { secondaryCardName: card.secondary_name }),
  cardType: card.card_type.toLowerCase(),
  last4: card.last4,
  availableCredit: fromCents(shownCredit(desk, card)),
  status: card.status,
  ...(card.status_reason === null ? {} : { statusReason: card.status_reason }),
  physicalCardStatus: card.physical_status,
  shippingAddress: null,
  spendControl: spendControlJson(desk, card),
  threeDSForwarding: forwardingOf(card).enrolled,
  cardDesign: card.card_design,
  meta: metaOf(card),
})

/** A card as `GET /cards/{id}` shows it: without its id, as Reap does. */
export const cardJson = (desk: Desk, card: CardRow) => officialCard(desk, card)

/** A card as the list shows it. */
export const cardItem = (desk: Desk, card: CardRow) => ({ id: card.id, ...officialCard(desk, card) })

/** A card with all data but its number, for the control plane only. */
export const controlCard = (card: CardRow) => ({
  id: card.id,
  metaId: card.meta_id,
  cardType: card.card_type,
  status: card.status,
  statusReason: card.status_reason,
  cardName: card.card_name,
  cardDesign: card.card_design,
  bin: card.bin,
  last4: card.last4,
  expiry: `${card.expiry_month}/${card.expiry_year.slice(-2)}`,
  availableCredit: fromCents(card.credit_cents),
  physicalCardStatus: card.physical_status,
  shipping: card.shipping_status,
  serial: card.serial,
  activationCode: card.activated === 1n ? null : card.activation_code,
  createdAt: card.created_at,
})
