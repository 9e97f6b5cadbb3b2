-- Loads: a timed quote for a card, and what became of the money (domain §5). Amounts are frozen at the quote.
create table load (
  id uuid primary key,
  ref text not null unique,
  company_id uuid not null,
  user_id uuid not null,
  card_id uuid not null,
  kind text not null default 'load' check (kind in ('load', 'card_price')),
  speed text not null check (speed in ('regular', 'immediate')),
  status text not null check (status in ('quoted', 'detected', 'cancelled', 'expired', 'confirmed', 'review', 'held',
    'crediting', 'credited', 'credit_failed', 'refunding', 'refunded')),
  exception text check (exception in ('underpaid', 'overpaid', 'late', 'wrong_asset', 'second_payment', 'below_minimum',
    'over_limit', 'kyc', 'screening')),
  version int not null default 1,
  asset text not null,
  network text not null,
  decimals smallint not null check (decimals between 0 and 18),
  -- ledger units and rates of the quote; rates at 10^-8
  due_units bigint not null check (due_units > 0),
  rate bigint not null check (rate > 0),
  mid_rate bigint not null check (mid_rate > 0),
  spread_hundredths_bp bigint not null,
  fee_schedule_id uuid not null,
  rates bigint[] not null,
  chain jsonb not null,
  gross_cents bigint not null check (gross_cents > 0),
  fee_cents bigint not null,
  net_cents bigint not null check (net_cents > 0),
  address text not null unique,
  salt text not null,
  quoted_at timestamptz not null,
  expires_at timestamptz not null,
  -- of the acceptance
  accepted_at timestamptz,
  acceptance int not null default 0,
  operator_cents bigint,
  spread_cents bigint,
  release_from timestamptz not null,
  release_by timestamptz not null,
  part int not null default 0,
  waits_for_float boolean not null default false,
  credited_at timestamptz,
  -- the quoted load whose address got this further payment
  parent_id uuid references load
);
create index load_by_user on load (user_id, id desc);
create index load_by_company on load (company_id, id desc);
create index load_by_status on load (company_id, status, id desc);
create index load_open on load (address) where status in ('quoted', 'detected', 'expired', 'cancelled');
create index load_release on load (accepted_at, id) where status = 'held';
create index load_by_card_day on load (card_id, quoted_at);
select protect('load', 'user_id');
insert into plan_table values ('load');

-- Where a load has been, and when.
create table load_history (
  id uuid primary key,
  load_id uuid not null references load,
  company_id uuid not null,
  user_id uuid not null,
  status text not null,
  exception text,
  at timestamptz not null
);
create index load_history_by_load on load_history (load_id, id);
select protect('load_history', 'user_id');
insert into plan_table values ('load_history');

-- Token transfers to our addresses, as blocks have them. A fact of the chain until a reorganisation takes it back.
create table chain_transfer (
  id uuid primary key,
  network text not null,
  tx_hash text not null,
  log_index int not null,
  block_number bigint not null,
  block_hash text not null,
  block_time timestamptz not null,
  token_address text not null,
  asset text,
  sender text not null,
  recipient text not null,
  -- in the contract's own units
  contract_units numeric(78, 0) not null,
  units bigint,
  residue bigint,
  load_id uuid references load,
  company_id uuid,
  user_id uuid,
  status text not null check (status in ('seen', 'final', 'gone', 'unlisted')),
  seen_at timestamptz not null,
  final_at timestamptz,
  unique (network, tx_hash, log_index, block_hash)
);
create index chain_transfer_by_load on chain_transfer (load_id, id);
create index chain_transfer_waiting on chain_transfer (network, block_number) where status = 'seen';
select protect('chain_transfer', 'user_id');
insert into plan_table values ('chain_transfer');

-- How far each chain was read, and the hashes of the blocks that may still be taken back.
create table chain_block (
  network text not null,
  number bigint not null,
  hash text not null,
  primary key (network, number)
);

-- A try to credit a card at the issuer: written before the call, decided by its answer or by reading back.
create table issuer_move (
  id uuid primary key,
  company_id uuid not null,
  load_id uuid not null references load,
  part int not null,
  reference text not null unique,
  issuer_card_id text not null,
  amount_cents bigint not null,
  status text not null check (status in ('started', 'unknown', 'done', 'refused')),
  started_at timestamptz not null,
  -- real time of the last call to the issuer, so that an answer that is still on its way is not taken for absence
  called_at timestamptz,
  reads int not null default 0,
  refusal text,
  unique (load_id, part)
);
select protect('issuer_move', 'nobody');
insert into plan_table values ('issuer_move');
