-- Each time that the wallet of a payment was held against the lists; the newest of a transfer counts.
create table wallet_check (
  id uuid primary key,
  company_id uuid not null,
  user_id uuid not null,
  load_id uuid not null,
  transfer_id uuid not null,
  result text not null check (result in ('clear', 'hit', 'unavailable')),
  -- false: screening was switched off, which only a sandbox allows, or has no service
  looked boolean not null,
  at timestamptz not null
);
create index wallet_check_by_load on wallet_check (load_id, transfer_id, at desc);
select protect('wallet_check', 'nobody');
