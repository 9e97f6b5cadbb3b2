-- All shares of a top-up, also of companies that are hidden from the reader: who confirms or reverses a top-up changes every
-- share of it. Definer; the caller has found the top-up in its scope.
create function shares_of_top_up(p_top_up uuid) returns table (id uuid, owner_id uuid, amount_cents bigint,
  undone_cents bigint, settlement_id uuid, due_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select id, owner_id, amount_cents, undone_cents, settlement_id, due_at from share
  where source_kind = 'topup' and source_id = p_top_up order by level
$$;
select callable_by_app('shares_of_top_up(uuid)');
