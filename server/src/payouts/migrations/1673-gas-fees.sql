-- What each final transaction of our own wallets cost, as its receipt says; 0: somebody else paid it. In wei, which no
-- bigint holds.
create table gas_fee (
  network text not null,
  tx_hash text not null,
  fee_wei numeric(40) not null check (fee_wei >= 0),
  read_at timestamptz not null,
  primary key (network, tx_hash)
);
alter table gas_fee enable row level security;
create policy all_tenants on gas_fee using ((select current_setting('app.scope', true)) = 'all');

-- How much gas each day of the book has, one row for each day with any.
create table gas_day (
  id uuid primary key,
  company_id uuid not null references company,
  network text not null,
  day date not null,
  -- Ledger units of the native coin, and their value
  units bigint not null check (units > 0),
  value_cents bigint not null check (value_cents >= 0),
  booked_at timestamptz not null,
  unique (network, day)
);
create index gas_day_by_company on gas_day (company_id, id);
select protect('gas_day', 'nobody');
insert into plan_table values ('gas_day');
