-- The age of what is archived is fixed here: who may call it archives nothing that ended less than 400 days ago, in business
-- time. A caller may name an earlier instant.
create or replace function archive_quotes(p_before timestamptz) returns int language sql security definer
set search_path = public, pg_temp as $$
  with old as (
    select l.* from load l
    where l.status in ('cancelled', 'expired')
      and l.expires_at < (
        select least(p_before, clock_timestamp() + c.offset_ms * interval '1 millisecond' - interval '400 days')
        from clock c)
      and not exists (select from chain_transfer t where t.load_id = l.id)
    order by l.expires_at limit 1000 for update skip locked
  ), archived as (
    insert into archived_quote (address, salt, id, ref, company_id, user_id, card_id, kind, speed, version, asset, network,
      decimals, due_units, rate, mid_rate, spread_hundredths_bp, fee_schedule_id, rates, chain, gross_cents, fee_cents,
      net_cents, quoted_at, expires_at, release_from, release_by, ended_as, ended_at)
    select address, salt, id, ref, company_id, user_id, card_id, kind, speed, version, asset, network,
      decimals, due_units, rate, mid_rate, spread_hundredths_bp, fee_schedule_id, rates, chain, gross_cents, fee_cents,
      net_cents, quoted_at, expires_at, release_from, release_by, status,
      coalesce((select max(h.at) from load_history h where h.load_id = old.id), expires_at)
    from old
  ), lines as (
    delete from load_history h using old where h.load_id = old.id
  ), gone as (
    delete from load l using old where l.id = old.id returning 1
  )
  select count(*)::int from gone
$$;
