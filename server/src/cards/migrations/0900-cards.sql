-- Kinds of cards and what they cost. The platform's, not a tenant's.
create table card_type (
  id uuid primary key,
  code text not null unique check (length(code) >= 3),
  name text not null,
  form text not null check (form in ('virtual', 'physical')),
  finish text check (finish in ('plastic', 'metal')),
  -- the issuer's name of the artwork
  design text not null,
  delivery_business_days int not null check (delivery_business_days >= 0),
  -- false: announced, cannot be had yet
  offered boolean not null,
  place int not null,
  check ((form = 'physical') = (finish is not null))
);

create table card_plan (
  id uuid primary key,
  card_type_id uuid not null references card_type,
  code text not null unique check (length(code) >= 3),
  name text not null,
  price_cents bigint not null check (price_cents >= 0),
  replacement_price_cents bigint not null check (replacement_price_cents >= 0),
  image_url text,
  active boolean not null default true
);
create index card_plan_by_type on card_plan (card_type_id);

-- A person as a holder of cards: our code for them, unique in their company, and the issuer's, unique everywhere.
create table holder (
  user_id uuid primary key,
  company_id uuid not null,
  client_code text not null check (client_code ~ '^[A-Z0-9]{6,20}$'),
  cif text unique,
  created_at timestamptz not null,
  unique (company_id, client_code)
);
select protect('holder', 'user_id');

-- A card. Its number is at the issuer only; here are its bin, last digits and expiry. `pending_call` and
-- `pending_from`: the move that waits for the issuer's answer, and where the card was before it (domain §15).
create table card (
  id uuid primary key,
  ref text not null unique,
  company_id uuid not null,
  user_id uuid not null,
  card_type_id uuid not null references card_type,
  plan_id uuid not null references card_plan,
  form text not null check (form in ('virtual', 'physical')),
  finish text check (finish in ('plastic', 'metal')),
  origin text not null check (origin in ('automatic', 'requested', 'imported')),
  -- what the issuer knows it by, committed before it is asked for a card
  reference text not null unique,
  issuer_card_id text unique,
  name_on_card text not null check (length(name_on_card) between 2 and 26),
  bin text check (bin ~ '^\d{6,8}$'),
  last_digits text check (last_digits ~ '^\d{4}$'),
  expiry text check (expiry ~ '^(0[1-9]|1[0-2])/\d\d$'),
  status text not null check (status in ('new', 'associated', 'requested_activation', 'activated', 'blocked', 'replaced',
    'expired', 'closing', 'closed', 'pending')),
  pending_call text,
  pending_from text,
  block_reason text check (block_reason in ('self', 'admin', 'issuer', 'fraud')),
  blocked_by uuid,
  blocked_at timestamptz,
  -- the programme's switch
  enabled boolean not null default true,
  payment_status text not null check (payment_status in ('unpaid', 'pending', 'paid', 'refunded', 'waived')),
  -- the issuer's code for the last call that it refused
  refusal text,
  replaces_card_id uuid references card,
  replaced_by_card_id uuid references card,
  version int not null default 1,
  created_at timestamptz not null,
  associated_at timestamptz,
  activated_at timestamptz,
  check ((status = 'pending') = (pending_call is not null)),
  check ((pending_call is null) = (pending_from is null)),
  check (status <> 'blocked' or block_reason is not null),
  check (status in ('new', 'closed') or pending_from = 'new' or issuer_card_id is not null)
);
create index card_by_user on card (user_id, id desc);
create index card_by_company on card (company_id, id desc);
create index card_by_status on card (company_id, status, id desc);
-- one card a person is made without being asked for, however often the news of the verification comes
create unique index card_automatic_once on card (user_id) where origin = 'automatic';
select protect('card', 'user_id');
insert into plan_table values ('card');

-- A call to the issuer about a card: the reference is committed before the call, the outcome after it. An unknown one is
-- read back at the issuer before anything else is done (providers).
create table card_call (
  id uuid primary key,
  company_id uuid not null,
  user_id uuid not null,
  card_id uuid not null references card,
  kind text not null check (kind in ('create', 'freeze', 'unfreeze')),
  reference text not null,
  -- what a block that this call makes is for, and whose
  block_reason text check (block_reason in ('self', 'admin')),
  actor_id uuid,
  status text not null check (status in ('started', 'unknown', 'done', 'refused')),
  attempts int not null default 0,
  -- read-backs since the last attempt
  reads int not null default 0,
  -- real time of the last attempt, so that an answer that is still on its way is not taken for absence
  called_at timestamptz,
  next_at timestamptz not null,
  refusal text,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((kind = 'freeze') = (block_reason is not null)),
  check ((status in ('done', 'refused')) = (ended_at is not null))
);
create unique index card_call_one_at_a_time on card_call (card_id) where status in ('started', 'unknown');
create index card_call_by_card on card_call (card_id, id desc);
select protect('card_call', 'user_id');

-- What the demo begins with: a virtual card that costs nothing. Physical cards are announced.
insert into card_type (id, code, name, form, finish, design, delivery_business_days, offered, place) values
  ('00000000-0000-7000-8000-000000000901', 'virtual', 'Virtual', 'virtual', null, 'green-standard', 0, true, 1),
  ('00000000-0000-7000-8000-000000000902', 'plastic', 'Plastic', 'physical', 'plastic', 'green-standard', 10, false, 2),
  ('00000000-0000-7000-8000-000000000903', 'metal', 'Metal', 'physical', 'metal', 'green-metal', 10, false, 3);
insert into card_plan (id, card_type_id, code, name, price_cents, replacement_price_cents) values
  ('00000000-0000-7000-8000-000000000911', '00000000-0000-7000-8000-000000000901', 'virtual-free', 'Free', 0, 0),
  ('00000000-0000-7000-8000-000000000912', '00000000-0000-7000-8000-000000000902', 'plastic-one', 'Plastic', 1500, 1500),
  ('00000000-0000-7000-8000-000000000913', '00000000-0000-7000-8000-000000000903', 'metal-one', 'Metal', 9900, 9900);
