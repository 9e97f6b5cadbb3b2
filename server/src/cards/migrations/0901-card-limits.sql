-- Spending limits of a card as the issuer has confirmed them, in cents. Null: none.
alter table card
  add column limit_payment_cents bigint check (limit_payment_cents > 0),
  add column limit_day_cents bigint check (limit_day_cents > 0),
  add column limit_month_cents bigint check (limit_month_cents > 0);

-- A change of limits is a call to the issuer like any other; these are the limits that it asks for.
alter table card_call
  add column limit_payment_cents bigint,
  add column limit_day_cents bigint,
  add column limit_month_cents bigint,
  drop constraint card_call_kind_check,
  add constraint card_call_kind_check check (kind in ('create', 'freeze', 'unfreeze', 'limits'));

-- A pause never waits for a change of limits, so the two are counted apart.
drop index card_call_one_at_a_time;
create unique index card_call_one_at_a_time on card_call (card_id)
  where status in ('started', 'unknown') and kind <> 'limits';
create unique index card_call_one_limit_change on card_call (card_id)
  where status in ('started', 'unknown') and kind = 'limits';
