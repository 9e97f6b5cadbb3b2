-- Token transfers from and to our own wallets, and out of payment addresses, as the chain has them. The company is the
-- operator's. A reorganised transfer is gone until another block has it again.
create table own_transfer (
  id uuid primary key,
  company_id uuid not null references company,
  network text not null,
  tx_hash text not null,
  log_index int not null,
  block_number bigint not null,
  block_hash text not null,
  block_time timestamptz not null,
  token_address text not null,
  asset text not null,
  sender text not null,
  recipient text not null,
  from_account text check (from_account in ('deposits', 'treasury', 'payout', 'venue')),
  to_account text check (to_account in ('deposits', 'treasury', 'payout', 'venue')),
  contract_units numeric(78, 0) not null,
  units bigint not null,
  residue bigint not null,
  is_gone boolean not null default false,
  outcome text check (outcome in ('transferred', 'payout', 'unknown')),
  decided_at timestamptz,
  unique (network, tx_hash, log_index, block_hash),
  check (from_account is not null or to_account is not null),
  check ((outcome is null) = (decided_at is null))
);
create index own_transfer_waiting on own_transfer (network, block_number) where outcome is null and not is_gone;
create index own_transfer_by_asset on own_transfer (network, asset, block_number);
create index own_transfer_by_company on own_transfer (company_id, block_time, id);
create index own_transfer_by_block on own_transfer (network, block_hash);
select protect('own_transfer', 'nobody');
insert into plan_table values ('own_transfer');
