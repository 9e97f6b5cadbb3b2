-- find_balances as it was, in a language that prepares its plan once for each connection: every list of cards calls it.
create or replace function find_balances(p_owners uuid[])
returns table (id uuid, owner_id uuid, code text, asset text, currency text, side "char", floor bigint, balance bigint,
  seq bigint, closed_at timestamptz)
language plpgsql stable security definer
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query select a.id, a.owner_id, a.code, a.asset, a.currency, a.side, a.floor, a.balance, a.seq, a.closed_at
  from account a where a.owner_id = any (p_owners) order by a.owner_id, a.code, a.asset;
end $$;
