-- wallet_facts in a function without rights of its own, which PostgreSQL merges into the statement that calls it, so that one
-- statement reads many owners.
create function plain_wallet_facts(p_owner uuid, p_company uuid)
returns table (company_name text, tier smallint, path uuid[], operator_owned boolean, active boolean, time_zone text,
  buckets text)
language sql stable rows 1 as $$
  select c.name, c.tier, c.path, c.operator_owned, c.active,
    coalesce(c.time_zone, (select a.time_zone from company a where a.id = any (c.path) and a.time_zone is not null
      order by a.tier desc limit 1), 'UTC'),
    (select string_agg(concat_ws(' ', a.traits, a.balance, coalesce(a.floor, 0), a.seq), ',')
      from account a where a.owner_id = p_owner and a.traits & 64 <> 0)
  from company c where c.id = p_company
  -- Each expression is computed once, however often the calling statement names it.
  offset 0
$$;
revoke execute on function plain_wallet_facts(uuid, uuid) from public;

create or replace function wallet_facts(p_owner uuid, p_company uuid)
returns table (company_name text, tier smallint, path uuid[], operator_owned boolean, active boolean, time_zone text,
  buckets text)
language plpgsql stable security definer rows 1 set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan as $$
begin
  return query select f.* from plain_wallet_facts(p_owner, p_company) f;
end $$;

-- One of two possible holders of wallets, if it is in the scope of these companies, as the policies of `company` and
-- `app_user` are without a person and a name of a scope. For functions of the owner, to which no policy applies.
create function plain_holders(p_one uuid, p_other uuid, p_companies uuid[])
returns table (id uuid, role_id smallint, first_name text, last_name text, email text, company_id uuid)
language sql stable rows 2 as $$
  select c.id, null::smallint, null::text, null::text, null::text, c.id from company c
  where c.id in (p_one, p_other) and c.company_id = any (p_companies)
  union all
  select u.id, u.role_id, u.first_name, u.last_name, u.email, u.company_id from app_user u
  where u.id in (p_one, p_other) and u.company_id = any (p_companies)
$$;
revoke execute on function plain_holders(uuid, uuid, uuid[]) from public;

-- transfer_terms in a function without rights of its own, which PostgreSQL merges into the statement that calls it. For a null
-- owner nothing is read.
create function plain_transfer_terms(p_owner uuid, p_company uuid, p_path uuid[], p_at timestamptz, p_since timestamptz)
returns table (rates bigint[], min_cents bigint, max_cents bigint, daily_cents bigint, sent_cents bigint)
language sql stable rows 1 as $$
  select (select s.transfer from plain_fee_schedule(p_path, p_at) s), l.cents[1], l.cents[2], l.cents[3],
    case when p_since is not null then (
      select coalesce(sum(t.total_cents), 0)::bigint from wallet_transfer t
      where t.from_owner_id = p_owner and t.made_at >= p_since and t.kind = 'transfer' and t.status = 'completed')
    end
  from (select where p_owner is not null offset 0) sender
  cross join lateral plain_limit(p_company, p_path, 'transfer', null) l
$$;
revoke execute on function plain_transfer_terms(uuid, uuid, uuid[], timestamptz, timestamptz) from public;

create or replace function transfer_terms(p_owner uuid, p_company uuid, p_at timestamptz, p_since timestamptz)
returns table (rates bigint[], min_cents bigint, max_cents bigint, daily_cents bigint, sent_cents bigint)
language plpgsql stable security definer rows 1 set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan as $$
begin
  if p_owner is null then return; end if;
  return query select t.*
  from (select (select c.path from company c where c.id = p_company) as path offset 0) me
  cross join lateral plain_transfer_terms(p_owner, p_company, me.path, p_at, p_since) t;
end $$;

-- Both sides and the sender's terms of many transfers, by one statement and one snapshot. Each request has its own scope: the
-- ids of its companies as the text of an array, as the setting `app.companies` has them. Definer, because a policy reads one
-- scope for a whole statement. `request` is the number of the request. `starts` has the start of the day in each zone.
create function transfers_sides(p_scopes text[], p_from uuid[], p_to uuid[], p_at timestamptz[], p_zones text[],
  p_starts text[])
returns table (request int, id uuid, role_id smallint, first_name text, last_name text, email text, company_id uuid,
  company_name text, tier smallint, path uuid[], operator_owned boolean, active boolean, time_zone text, buckets text,
  rates bigint[], min_cents bigint, max_cents bigint, daily_cents bigint, sent_cents bigint)
language plpgsql stable security definer set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
  select r.n::int, h.id, h.role_id, h.first_name, h.last_name, h.email, h.company_id,
    f.company_name, f.tier, f.path, f.operator_owned, f.active, f.time_zone, f.buckets,
    t.rates, t.min_cents, t.max_cents, t.daily_cents, t.sent_cents
  from (
    select u.n, u.scope::uuid[] as companies, u.from_id, u.to_id, u.at, u.zones::text[] as zones,
      u.starts::timestamptz[] as starts
    from unnest(p_scopes, p_from, p_to, p_at, p_zones, p_starts) with ordinality
      u (scope, from_id, to_id, at, zones, starts, n)
    offset 0
  ) r
  cross join lateral plain_holders(r.from_id, r.to_id, r.companies) h
  cross join lateral plain_wallet_facts(h.id, h.company_id) f
  left join lateral plain_transfer_terms(case when h.id = r.from_id then h.id end, h.company_id, f.path, r.at,
    r.starts[array_position(r.zones, f.time_zone)]) t on true;
end $$;
select callable_by_app('transfers_sides(text[], uuid[], uuid[], timestamptz[], text[], text[])');

