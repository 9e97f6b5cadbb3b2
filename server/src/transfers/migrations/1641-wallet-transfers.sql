-- Transfers between wallets that were posted, under their id (`transfer:<id>`). The company is the lower one of both sides,
-- so administrators of both sides read the row where one is above the other; of two branches it is the sender's.
create table wallet_transfer (
  id uuid primary key,
  company_id uuid not null references company,
  kind text not null check (kind in ('transfer', 'reversal')),
  status text not null check (status in ('completed', 'reversed')),
  from_owner_id uuid not null,
  from_kind text not null check (from_kind in ('company', 'person')),
  to_owner_id uuid not null check (to_owner_id <> from_owner_id),
  to_kind text not null check (to_kind in ('company', 'person')),
  wallet text not null check (wallet in ('regular', 'immediate')),
  -- What left the sender's wallet. The fee goes to the operator; a reversal returns it, below zero.
  total_cents bigint not null check (total_cents > 0),
  fee_cents bigint not null check (case kind when 'transfer' then fee_cents >= 0 else fee_cents <= 0 end),
  net_cents bigint not null check (net_cents > 0 and net_cents = total_cents - fee_cents),
  -- Number of its posting on the sender's account.
  from_seq bigint not null check (from_seq > 0),
  reason text not null,
  requested_by uuid not null references app_user,
  -- null: one person was enough
  approved_by uuid references app_user,
  made_at timestamptz not null,
  -- The transfer that this one returns.
  reversal_of uuid references wallet_transfer,
  check ((kind = 'reversal') = (reversal_of is not null)),
  check (kind = 'transfer' or status = 'completed')
);
create unique index wallet_transfer_reversed_once on wallet_transfer (reversal_of) where reversal_of is not null;
create index wallet_transfer_by_company on wallet_transfer (company_id, made_at, id);
create index wallet_transfer_in_order on wallet_transfer (made_at, id);
create index wallet_transfer_by_company_total on wallet_transfer (company_id, total_cents, id);
create index wallet_transfer_by_total on wallet_transfer (total_cents, id);
create index wallet_transfer_by_company_status on wallet_transfer (company_id, status, made_at, id);
create index wallet_transfer_by_sender on wallet_transfer (from_owner_id, made_at, id);
create index wallet_transfer_by_receiver on wallet_transfer (to_owner_id, made_at, id);
select protect('wallet_transfer', 'nobody');
insert into plan_table values ('wallet_transfer');

-- What a holder has sent from both wallets since an instant; what was returned does not count. Definer: a daily limit counts
-- rows of all scopes, also those to companies that the reader does not see.
create function sent_since(p_owner uuid, p_since timestamptz) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(total_cents), 0)::bigint from wallet_transfer
  where from_owner_id = p_owner and made_at >= p_since and kind = 'transfer' and status = 'completed'
$$;
select callable_by_app('sent_since(uuid, timestamptz)');
