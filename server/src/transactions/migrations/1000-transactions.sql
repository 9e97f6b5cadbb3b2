-- Every event that the issuer told, by webhook or when asked, before anything is done with it. The body holds no card
-- number: what looks like one is taken out.
create table issuer_event (
  id uuid primary key,
  event_id text not null unique,
  about text not null check (about in ('transaction', 'card', 'account', 'other')),
  source text not null check (source in ('webhook', 'poll')),
  body jsonb not null,
  received_at timestamptz not null
);
create index issuer_event_by_time on issuer_event (received_at);
alter table issuer_event enable row level security;
create policy everything on issuer_event using ((select current_setting('app.scope', true)) = 'all');

-- How far each feed of the issuer was read.
create table issuer_cursor (
  name text primary key,
  cursor text,
  read_at timestamptz not null
);

-- What people see of a card: one row for each payment of the issuer, and rows of their own for its fees, its refunds,
-- what was declined of it, and for loads. `held_cents` and `settled_cents` are the row's effect on the balance so far:
-- Σ settled_cents of a card's rows is its balance. `feed_held_cents` and `feed_settled_cents` (F and S of postings §3)
-- are the payment's as the ledger has posted it.
create table card_transaction (
  id uuid primary key,
  company_id uuid not null,
  user_id uuid not null,
  card_id uuid not null,
  -- of the payment's own row
  issuer_transaction_id text unique,
  -- of the rows beside it
  payment_id uuid references card_transaction,
  issuer_event_id text,
  load_id uuid unique,
  status text not null check (status in ('floating', 'settled', 'refunded', 'released', 'declined')),
  purpose text not null check (purpose in ('load', 'purchase', 'cash', 'refund', 'fee', 'transfer', 'adjustment',
    'card_price')),
  category text,
  merchant_name text,
  mcc text,
  merchant_city text,
  merchant_country text,
  amount_cents bigint not null,
  held_cents bigint not null default 0 check (held_cents >= 0),
  settled_cents bigint not null default 0,
  feed_held_cents bigint,
  feed_settled_cents bigint,
  original_amount text,
  original_currency text,
  original_rate text,
  authorisation_code text,
  at timestamptz not null,
  authorised_at timestamptz,
  settled_at timestamptz,
  holds_until timestamptz,
  decline_reason text,
  decline_available_cents bigint,
  -- which fee, or `chargeback`
  reason text,
  refund_of timestamptz,
  load_speed text,
  load_gross_cents bigint,
  load_fee_cents bigint,
  version int not null default 1,
  check ((issuer_transaction_id is not null)::int + (payment_id is not null)::int + (load_id is not null)::int <= 1),
  check ((status = 'declined') = (decline_reason is not null)),
  check ((original_amount is null) = (original_currency is null)),
  check (status <> 'floating' or held_cents > 0)
);
create unique index card_transaction_beside on card_transaction (issuer_event_id, purpose, coalesce(reason, ''))
  where issuer_event_id is not null;
create index card_transaction_by_user on card_transaction (user_id, at desc, id desc);
create index card_transaction_by_company on card_transaction (company_id, id desc);
create index card_transaction_by_card on card_transaction (card_id, at desc, id desc);
create index card_transaction_by_payment on card_transaction (payment_id) where payment_id is not null;
create index card_transaction_floating on card_transaction (holds_until) where status = 'floating';
select protect('card_transaction', 'user_id');
insert into plan_table values ('card_transaction');

-- The set of events of a payment: its state follows from them, in whatever order they came.
create table payment_event (
  id uuid primary key,
  company_id uuid not null,
  user_id uuid not null,
  payment_id uuid not null references card_transaction,
  issuer_event_id text not null unique,
  type text not null check (type in ('authorisation', 'increment', 'reversal', 'clearing', 'refund', 'decline', 'lapse')),
  final boolean not null,
  amount_cents bigint not null check (amount_cents >= 0),
  original_amount text not null,
  original_currency text not null,
  original_rate text,
  fees jsonb not null,
  channel text not null,
  authorisation_code text,
  reason text,
  decline_reason text,
  lapses_at timestamptz,
  occurred_at timestamptz not null
);
create index payment_event_by_payment on payment_event (payment_id, occurred_at, id);
select protect('payment_event', 'user_id');
insert into plan_table values ('payment_event');

-- Differences that payments brought; reconciliation takes them over.
create table payment_break (
  id uuid primary key,
  class text not null check (class in ('clearing_without_authorisation', 'unknown_card')),
  company_id uuid,
  user_id uuid,
  payment_id uuid references card_transaction,
  issuer_transaction_id text not null,
  amount_cents bigint not null,
  at timestamptz not null,
  unique (class, issuer_transaction_id)
);
create index payment_break_by_time on payment_break (at, id);
select protect('payment_break', 'nobody');
insert into plan_table values ('payment_break');
