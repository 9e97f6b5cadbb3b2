import type { DatabaseSync } from 'node:sqlite'

const remade = ['card', 'payment', 'payment_event', 'entry'] as const
const indexes = [
  'card_meta',
  'payment_change',
  'payment_card',
  'payment_lapse',
  'payment_event_of',
  'entry_card',
  'entry_reference',
  'entry_day',
]

/** Renames the tables of the first version, so that the current ones can be created. */
export const setAsideVersionOne = (file: DatabaseSync): void => {
  for (const index of indexes) file.exec(`drop index if exists ${index}`)
  for (const table of remade) file.exec(`alter table ${table} rename to old_${table}`)
  for (const table of ['day_file', 'reveal', 'subscription']) file.exec(`drop table ${table}`)
}

const designs = `'6f2b6d0e-5a0f-4c53-9a53-3a1b0a4d0001'`

const cards = `
insert into card (seq, id, card_type, customer_type, status, status_reason, holder_id, card_name, card_design, bin,
  last4, pan_encrypted, pan_mark, expiry_month, expiry_year, expires_at, credit_cents, meta, meta_id, serial,
  activation_code, activated, physical_status, shipping_status, shipping_due_at, created_at, updated_at)
select seq, id, card_type, customer_type,
  case status when 'REPLACED' then 'DELETED' when 'CLOSED' then 'DELETED' else status end, block_reason, holder_id,
  card_name, ${designs}, bin, last4, pan_encrypted, pan_mark, expiry_month, expiry_year, expires_at, credit_cents,
  json_object('id', coalesce(meta_id, id), 'otpPhoneNumber', json_object('dialCode', 1, 'phoneNumber', '5550100000')),
  coalesce(meta_id, id), serial, activation_code, activated,
  case when card_type = 'Virtual' then 'NOT_PHYSICAL_CARD' when activated = 1 then 'CARD_ACTIVATED'
    when shipping_status = 'ORDERED' then 'CARD_PRODUCTION_REQUESTED' else 'CARD_PRODUCTION_COMPLETED' end,
  shipping_status, shipping_due_at, created_at, updated_at
from old_card`

/** The first clearing now ends a hold: the rest of a hold that an earlier clearing left is released. */
const holds = `
update account set available_cents = available_cents + (select coalesce(sum(held_cents), 0) from old_payment p
  where exists (select 1 from old_payment_event e where e.payment_id = p.id and e.type = 'clearing'));
update card set credit_cents = credit_cents + (select coalesce(sum(held_cents), 0) from old_payment p
  where p.card_id = card.id
    and exists (select 1 from old_payment_event e where e.payment_id = p.id and e.type = 'clearing'));`

const payments = `
insert into payment (id, card_id, channel, merchant, original_currency, rate, status, held_cents, settled_cents,
  lapses_at, created_at, updated_at)
select 'tid_' || replace(id, '-', ''), card_id, case channel when 'RECURRING' then 'ECOMMERCE' else channel end,
  json_set(merchant, '$.id', 'merchant'), original_currency, rate,
  case when status = 'PENDING' and settled_cents <> 0 then 'CLEARED' else status end,
  case when exists (select 1 from old_payment_event e where e.payment_id = old_payment.id and e.type = 'clearing')
    then 0 else held_cents end,
  settled_cents, lapses_at, created_at, updated_at
from old_payment order by created_at, change_no;
insert into payment_event (seq, id, payment_id, type, amount_cents, original_cents, rate, fees, decline_code, reason,
  occurred_at)
select seq, id, 'tid_' || replace(payment_id, '-', ''), type, amount_cents, original_cents, rate, fees,
  case decline_code when 'insufficient_funds' then '51' when 'card_frozen' then 'R1' when 'card_blocked' then 'R8'
    when 'card_not_activated' then 'R4' when 'card_expired' then '54' when 'card_closed' then '46'
    when 'incorrect_cvv' then 'N7' when 'incorrect_pin' then '55' when 'suspected_fraud' then '59'
    else iif(decline_code is null, null, 'R13') end,
  reason, occurred_at
from old_payment_event;`

const entries = `
insert into entry (seq, id, type, by, card_id, payment_id, reference, card_cents, available_cents, unallocated_cents,
  available_after, visible_at, completed_at, balance_at, created_at)
select seq, id, case type when 'REPLACEMENT' then 'ADJUSTMENT' when 'CHARGEBACK' then 'FUNDING' else type end, 'api',
  card_id, 'tid_' || replace(payment_id, '-', ''), reference, card_cents, available_cents, unallocated_cents,
  available_after, created_at, created_at, created_at, created_at
from old_entry;`

/**
 * Fills the current tables from those of the first version. Messages of the old form are not sent any more.
 */
export const importVersionOne = (file: DatabaseSync): void => {
  for (const step of [cards, holds, payments, entries]) file.exec(step)
  file.exec(`update stock set card_design = ${designs}`)
  file.exec(`update webhook_message set state = 'given_up' where state = 'waiting'`)
  file.exec(`delete from setting where name in ('open_date', 'refundAddsToAllocation')`)
  for (const table of remade) file.exec(`drop table old_${table}`)
}
