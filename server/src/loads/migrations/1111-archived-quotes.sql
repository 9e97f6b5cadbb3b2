-- Quotes that nobody paid leave the table of loads. Their address may still be paid, so each keeps all that the load needs
-- to come back. They are found by address for ever, so this table is not kept in months.
create table archived_quote (
  address text primary key,
  salt text not null,
  id uuid not null,
  ref text not null,
  company_id uuid not null,
  user_id uuid not null,
  card_id uuid not null,
  kind text not null check (kind in ('load', 'card_price')),
  speed text not null check (speed in ('regular', 'immediate')),
  version int not null,
  asset text not null,
  network text not null,
  decimals smallint not null,
  due_units bigint not null,
  rate bigint not null,
  mid_rate bigint not null,
  spread_hundredths_bp bigint not null,
  fee_schedule_id uuid not null,
  rates bigint[] not null,
  chain jsonb not null,
  gross_cents bigint not null,
  fee_cents bigint not null,
  net_cents bigint not null,
  quoted_at timestamptz not null,
  expires_at timestamptz not null,
  release_from timestamptz not null,
  release_by timestamptz not null,
  ended_as text not null check (ended_as in ('cancelled', 'expired')),
  ended_at timestamptz not null
);
select protect('archived_quote', 'user_id');

-- What is to be archived next. An address is found by its unique key.
create index load_unpaid on load (expires_at) where status in ('cancelled', 'expired');
drop index load_open;

-- Archives some of the quotes that ended before an instant and on whose address nothing ever arrived; gives how many. The
-- age of what is archived is fixed here: no caller archives what ended less than 400 days ago, in business time. The
-- history of a load is the owner's to remove, and is removed with nothing but such a quote.
create function archive_quotes(p_before timestamptz) returns int language sql security definer
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
select callable_by_app('archive_quotes(timestamptz)');
