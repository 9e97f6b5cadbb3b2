-- Orders of cards by cardholders (domain §6). The card is made after the payment, with the id that its order has.
create table card_order (
  id uuid primary key,
  company_id uuid not null references company,
  user_id uuid not null references app_user,
  status text not null check (status in ('paid', 'fulfilled', 'refunded')),
  card_id uuid not null unique,
  card_type_id uuid not null references card_type,
  plan_id uuid not null references card_plan,
  form text not null check (form in ('virtual', 'physical')),
  finish text check (finish in ('plastic', 'metal')),
  name_on_card text not null check (length(name_on_card) between 2 and 26),
  -- the price of the plan when it was ordered
  price_cents bigint not null check (price_cents >= 0),
  -- the wallet that paid; null: it is free
  wallet text check (wallet in ('regular', 'immediate')),
  -- the delivery address of a physical card
  encrypted bytea,
  -- when it should be there at the latest
  expected_by timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint card_order_paid check ((price_cents = 0) = (wallet is null)),
  constraint card_order_delivered check ((form = 'physical') = (encrypted is not null)
    and (form = 'physical') = (expected_by is not null) and (form = 'physical') = (finish is not null)),
  constraint card_order_ended check ((status = 'paid') = (ended_at is null))
);
create unique index card_order_open_once on card_order (user_id, card_type_id) where status = 'paid';
create index card_order_by_user on card_order (user_id, created_at, id);
create index card_order_by_company on card_order (company_id, id);
select protect('card_order', 'user_id');
insert into plan_table values ('card_order');
