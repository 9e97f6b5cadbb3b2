-- Manual credits and debits of wallets that were posted, under their id (`adjustment:<id>`). The company is that of the
-- wallet's holder.
create table wallet_adjustment (
  id uuid primary key,
  company_id uuid not null references company,
  owner_id uuid not null,
  owner_kind text not null check (owner_kind in ('company', 'person')),
  wallet text not null check (wallet in ('regular', 'immediate')),
  type text not null check (type in ('credit', 'debit')),
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null,
  requested_by uuid not null references app_user,
  -- null: one person was enough
  approved_by uuid references app_user,
  adjusted_at timestamptz not null
);
create index wallet_adjustment_by_company on wallet_adjustment (company_id, adjusted_at, id);
create index wallet_adjustment_in_order on wallet_adjustment (adjusted_at, id);
create index wallet_adjustment_by_owner on wallet_adjustment (owner_id, adjusted_at, id);
select protect('wallet_adjustment', 'nobody');
insert into plan_table values ('wallet_adjustment');

-- What adjustments have moved in both wallets of a holder since an instant. Definer: a daily limit counts rows of all scopes,
-- also those of a former company.
create function adjusted_since(p_owner uuid, p_since timestamptz) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(amount_cents), 0)::bigint from wallet_adjustment where owner_id = p_owner and adjusted_at >= p_since
$$;
select callable_by_app('adjusted_since(uuid, timestamptz)');
