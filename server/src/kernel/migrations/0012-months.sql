-- Tables that grow without end are kept in months: a row belongs to the month that its id (uuid v7) names. Old months are
-- dropped whole, which costs nothing however many rows they hold (docs/operations.md, What is kept how long).

-- The smallest uuid v7 of an instant.
create function first_id(p_at timestamptz) returns uuid language sql immutable strict as $$
  select (substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-0000-0000-000000000000')::uuid
    from lpad(to_hex((extract(epoch from p_at) * 1000)::bigint), 12, '0') as h
$$;

-- The tables that are kept in months, by which column, and for how long; null: for ever. The owner's alone.
create table monthly_table (
  name regclass primary key,
  id_column name not null,
  months_kept int check (months_kept between 2 and 120)
);
do $$
declare
  role_name name;
begin
  for role_name in
    select distinct grantee::regrole::name from pg_class c, aclexplode(c.relacl)
    where c.oid = 'monthly_table'::regclass and grantee <> c.relowner and grantee <> 0
  loop
    execute format('revoke all on monthly_table from %I', role_name);
  end loop;
end $$;

-- A month is reached through its table alone: nobody has a right to it, and it has no policy.
create function close_month(month regclass) returns void language plpgsql as $$
declare
  role_name name;
begin
  for role_name in
    select distinct grantee::regrole::name from pg_class c, aclexplode(c.relacl)
    where c.oid = month and grantee <> c.relowner and grantee <> 0
  loop
    execute format('revoke all on %s from %I', month, role_name);
  end loop;
  execute format('alter table %s enable row level security', month);
end $$;

-- The month of an instant (UTC) as a partition, where it is not there yet. False: there is one, or rows of that month
-- stand in `<table>_other` already, where they stay.
create function add_month(p_table regclass, p_at timestamptz) returns boolean language plpgsql as $$
declare
  month_start timestamptz := date_trunc('month', p_at at time zone 'UTC') at time zone 'UTC';
  from_id uuid := first_id(month_start);
  to_id uuid := first_id((date_trunc('month', p_at at time zone 'UTC') + interval '1 month') at time zone 'UTC');
  month text := p_table || '_' || to_char(month_start at time zone 'UTC', 'YYYYMM');
  is_taken boolean;
  guard record;
begin
  if to_regclass(month) is not null then return false; end if;
  -- The first partition holds what was there before the months, and the rest of the month in which they began.
  select exists (
    select from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = p_table and pg_get_expr(c.relpartbound, c.oid) like 'FOR VALUES FROM (MINVALUE)%'
      and from_id < substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([0-9a-f-]+)''\)')::uuid) into is_taken;
  if is_taken then return false; end if;
  execute format('select exists (select from %s_other where %I >= $1 and %I < $2)', p_table,
    (select id_column from monthly_table where name = p_table),
    (select id_column from monthly_table where name = p_table)) into is_taken using from_id, to_id;
  if is_taken then return false; end if;
  -- Made beside its table and then attached: writers are not stopped.
  execute format('create table %s (like %s including defaults including constraints)', month, p_table);
  perform close_month(month::regclass);
  for guard in
    select replace(pg_get_triggerdef(t.oid), format(' ON public.%s ', p_table), format(' ON public.%s ', month)) as text
    from pg_trigger t where t.tgrelid = p_table and not t.tgisinternal and (t.tgtype & 1) = 0
  loop
    execute guard.text;
  end loop;
  execute format('alter table %s attach partition %s for values from (%L) to (%L)', p_table, month, from_id, to_id);
  return true;
end $$;

-- Turns a table into one that is kept in months. All its rows stay where they are and become its first partition.
-- What belongs to the table itself (indexes, policies, triggers, rights) is made by the migration before it attaches.
create function begin_months(p_table regclass, p_before regclass, p_id_column name, p_months_kept int) returns void
language plpgsql as $$
declare
  newest uuid;
  newest_at timestamptz := clock_timestamp();
  rule record;
begin
  execute format('select max(%I::text)::uuid from %s', p_id_column, p_before) into newest;
  if newest is not null then
    newest_at := greatest(newest_at,
      to_timestamp(('x' || replace(left(newest::text, 13), '-', ''))::bit(48)::bigint / 1000.0));
  end if;
  for rule in select polname from pg_policy where polrelid = p_before loop
    execute format('drop policy %I on %s', rule.polname, p_before);
  end loop;
  perform close_month(p_before);
  execute format('alter table %s attach partition %s for values from (minvalue) to (%L)', p_table, p_before,
    first_id((date_trunc('month', newest_at at time zone 'UTC') + interval '1 month') at time zone 'UTC'));
  -- Nothing is ever refused for its time.
  execute format('create table %s_other partition of %s default', p_table, p_table);
  perform close_month((p_table || '_other')::regclass);
  insert into monthly_table values (p_table, p_id_column, p_months_kept);
  for ahead in 1..3 loop
    perform add_month(p_table, newest_at + ahead * interval '1 month');
  end loop;
end $$;

-- Makes the months to come and drops those that are over by the rule of their table. It takes no argument: who may call
-- it can do nothing else with it. Real time, like the ids.
create function turn_months() returns int language plpgsql security definer
set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  kept monthly_table;
  old regclass;
  turned int := 0;
begin
  for kept in select * from monthly_table order by name::text loop
    for ahead in 0..3 loop
      if add_month(kept.name, clock_timestamp() + ahead * interval '1 month') then turned := turned + 1; end if;
    end loop;
    for old in
      select c.oid::regclass from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = kept.name and kept.months_kept is not null
        and substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([0-9a-f-]+)''\)')::uuid
          <= first_id(clock_timestamp() - kept.months_kept * interval '1 month')
      order by c.relname limit 1
    loop
      execute format('drop table %s', old);
      turned := turned + 1;
    end loop;
  end loop;
  return turned;
end $$;
revoke all on function first_id(timestamptz), close_month(regclass), add_month(regclass, timestamptz),
  begin_months(regclass, regclass, name, int) from public;
revoke execute on function turn_months() from public;
do $$
declare
  role_name name;
begin
  for role_name in
    select distinct grantee::regrole::name from pg_class c, aclexplode(c.relacl)
    where c.oid = 'event'::regclass and grantee <> c.relowner and grantee <> 0
  loop
    execute format('grant execute on function turn_months() to %I', role_name);
  end loop;
end $$;

-- Events: as they were, in months.
alter table event rename to event_first;
alter index event_pkey rename to event_first_pkey;
alter index event_by_user rename to event_first_by_user;
alter index event_by_company rename to event_first_by_company;
alter index event_by_tx rename to event_first_by_tx;
create table event (like event_first including defaults, primary key (id)) partition by range (id);
create index event_by_user on event (user_id, id desc);
create index event_by_company on event (company_id, id desc);
create index event_by_tx on event (tx, id);
select protect('event', 'user_id');
create policy written on event for insert with check (true);
select only_added_to('event');
select begin_months('event', 'event_first', 'id', 6);
