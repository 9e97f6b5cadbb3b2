-- What decisions need of an owner of wallets and its company, by one statement for both sides of a transfer. Definer: the
-- caller has found the owner in its scope. Of each bucket of a wallet its traits (64 for all of them, 128 immediate, 256
-- pending, 512 reserved, 16 closed), balance, floor and last number, as text: an aggregate for each would take twice as long.
create function wallet_facts(p_owner uuid, p_company uuid)
returns table (company_name text, tier smallint, path uuid[], operator_owned boolean, active boolean, time_zone text,
  buckets text)
language plpgsql stable security definer rows 1 set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  select c.name, c.tier, c.path, c.operator_owned, c.active,
    coalesce(c.time_zone, (select a.time_zone from company a where a.id = any (c.path) and a.time_zone is not null
      order by a.tier desc limit 1), 'UTC'),
    (select string_agg(concat_ws(' ', a.traits, a.balance, coalesce(a.floor, 0), a.seq), ',')
      from account a where a.owner_id = p_owner and a.traits & 64 <> 0)
  from company c where c.id = p_company;
end $$;
select callable_by_app('wallet_facts(uuid, uuid)');
