-- A table may be partitioned by year as well as by month (docs/operations.md, Retention). Ids that are no uuid v7, such
-- as those of account changes, name no time: where a table has both, only the rows whose kind has such ids are
-- partitioned, and all others stay in the first partition.
alter table monthly_table rename to partitioned_table;
alter table partitioned_table rename constraint monthly_table_pkey to partitioned_table_pkey;
alter table partitioned_table rename constraint monthly_table_retention_months_check
  to partitioned_table_retention_months_check;
alter table partitioned_table
  add column partition_months int not null default 1 check (partition_months in (1, 12)),
  add column kind_column name,
  add column timed_kind text,
  add constraint partitioned_table_kind_check check ((kind_column is null) = (timed_kind is null));

drop function add_month(regclass, timestamptz);
drop function close_month(regclass);
alter function turn_months() rename to turn_partitions;

-- An id as a bound of a partition.
create function partition_bound(p_table regclass, p_id uuid) returns text language sql stable as $$
  select coalesce(quote_literal(timed_kind) || ', ', '') || quote_literal(p_id) from partitioned_table
  where name = p_table
$$;

-- The condition of the rows whose ids name a time.
create function timed_rows(p_table regclass) returns text language sql stable as $$
  select coalesce(quote_ident(kind_column) || ' = ' || quote_literal(timed_kind), 'true') from partitioned_table
  where name = p_table
$$;

-- The first id after a partition; null: it is the default partition.
create function partition_end(p_partition regclass) returns uuid language sql stable as $$
  select substring(pg_get_expr(relpartbound, oid) from 'TO \(.*''([0-9a-f-]{36})''\)$')::uuid
  from pg_class where oid = p_partition
$$;

-- A partition is used through its table only: nobody has a right to it, and it has no policy. A change that a trigger
-- refuses on the table is refused on the partition too.
create function close_partition(p_table regclass, p_partition regclass) returns void language plpgsql as $$
declare
  role_name name;
  rule record;
  guard record;
begin
  for role_name in
    select distinct grantee::regrole::name from pg_class c, aclexplode(c.relacl)
    where c.oid = p_partition and grantee <> c.relowner and grantee <> 0
  loop
    execute format('revoke all on %s from %I', p_partition, role_name);
  end loop;
  execute format('alter table %s enable row level security', p_partition);
  for rule in select polname from pg_policy where polrelid = p_partition loop
    execute format('drop policy %I on %s', rule.polname, p_partition);
  end loop;
  for guard in
    select replace(pg_get_triggerdef(t.oid), format(' ON public.%s ', p_table),
      format(' ON public.%s ', p_partition)) as text
    from pg_trigger t where t.tgrelid = p_table and not t.tgisinternal and (t.tgtype & 1) = 0
      and not exists (select from pg_trigger o where o.tgrelid = p_partition and o.tgname = t.tgname)
  loop
    execute guard.text;
  end loop;
end $$;

-- A table with the columns, rules, indexes and storage settings of another one, closed as a partition of p_table.
create function copy_partition(p_table regclass, p_name text, p_model regclass) returns void language plpgsql as $$
begin
  execute format('create table %s (like %s including all)', p_name, p_model) || coalesce(
    (select format(' with (%s)', array_to_string(reloptions, ', ')) from pg_class
      where oid = p_model and reloptions is not null), '');
  perform close_partition(p_table, p_name::regclass);
end $$;

-- A partition for the ids from p_from to the one before p_to. It is created beside its table and then attached, so that
-- writers are not stopped.
create function make_partition(p_table regclass, p_name text, p_from uuid, p_to uuid) returns void language plpgsql as $$
begin
  perform copy_partition(p_table, p_name, (p_table || '_other')::regclass);
  execute format('alter table %s attach partition %s for values from (%s) to (%s)', p_table, p_name,
    partition_bound(p_table, p_from), partition_bound(p_table, p_to));
end $$;

-- The partition of an instant (UTC), if it does not exist yet. False: it exists, or rows of its time are stored elsewhere
-- and stay there.
create function add_partition(p_table regclass, p_at timestamptz) returns boolean language plpgsql as $$
declare
  of_table partitioned_table;
  starts_at timestamp;
  part text;
  from_id uuid;
  to_id uuid;
  is_elsewhere boolean;
begin
  select * into of_table from partitioned_table where name = p_table;
  starts_at := date_trunc(case of_table.partition_months when 12 then 'year' else 'month' end, p_at at time zone 'UTC');
  part := p_table || '_' || to_char(starts_at, case of_table.partition_months when 12 then 'YYYY' else 'YYYYMM' end);
  if to_regclass(part) is not null then return false; end if;
  from_id := first_id(starts_at at time zone 'UTC');
  to_id := first_id((starts_at + make_interval(months => of_table.partition_months)) at time zone 'UTC');
  -- The first partition has the rows from before, and the rest of the time in which the table was partitioned.
  select exists (
    select from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = p_table and pg_get_expr(c.relpartbound, c.oid) like 'FOR VALUES FROM (MINVALUE%'
      and from_id < partition_end(c.oid)) into is_elsewhere;
  if is_elsewhere then return false; end if;
  execute format('select exists (select from %1$s_other where %2$I >= $1 and %2$I < $2 and %3$s)', p_table,
    of_table.id_column, timed_rows(p_table))
  into is_elsewhere using from_id, to_id;
  if is_elsewhere then return false; end if;
  perform make_partition(p_table, part, from_id, to_id);
  return true;
end $$;

-- Turns a table into one that is partitioned by time. Its present rows become the first partition, which ends with the
-- present month or year. The migration that calls this function creates the indexes, policies, triggers and rights of
-- the new table first. An index that the table cannot have, because a key of it has no time, stays on each partition.
create function partition_by_time(p_table regclass, p_first regclass, p_id_column name, p_partition_months int,
  p_retention_months int, p_kind_column name default null, p_timed_kind text default null) returns void
language plpgsql as $$
declare
  newest uuid;
  newest_at timestamptz := clock_timestamp();
begin
  insert into partitioned_table (name, id_column, partition_months, retention_months, kind_column, timed_kind)
  values (p_table, p_id_column, p_partition_months, p_retention_months, p_kind_column, p_timed_kind);
  execute format('select %1$I from %2$s where %3$s order by %1$I desc limit 1', p_id_column, p_first,
    timed_rows(p_table)) into newest;
  if newest is not null then
    newest_at := greatest(newest_at,
      to_timestamp(('x' || replace(left(newest::text, 13), '-', ''))::bit(48)::bigint / 1000.0));
  end if;
  perform close_partition(p_table, p_first);
  -- A row of a time without a partition is stored here, so no insert fails because of its time.
  perform copy_partition(p_table, p_table || '_other', p_first);
  execute format('alter table %s attach partition %s for values from (%s) to (%s)', p_table, p_first,
    case when p_kind_column is null then 'minvalue' else 'minvalue, minvalue' end,
    partition_bound(p_table, first_id((date_trunc(case p_partition_months when 12 then 'year' else 'month' end,
      newest_at at time zone 'UTC') + make_interval(months => p_partition_months)) at time zone 'UTC')));
  execute format('alter table %1$s attach partition %1$s_other default', p_table);
  for ahead in 1 .. case p_partition_months when 12 then 1 else 3 end loop
    perform add_partition(p_table, newest_at + make_interval(months => ahead * p_partition_months));
  end loop;
end $$;

create or replace function partition_by_month(p_table regclass, p_first regclass, p_id_column name,
  p_retention_months int) returns void language plpgsql as $$
begin
  perform partition_by_time(p_table, p_first, p_id_column, 1, p_retention_months);
end $$;

-- Creates the next partitions of the first table that needs some, three months or a year ahead, and drops one partition
-- that is older than the retention of its table. One table at a time, so that each lock is short. Without an argument,
-- a caller can do nothing else with it. It uses real time, as ids do.
create or replace function turn_partitions() returns int language plpgsql security definer
set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  of_table partitioned_table;
  old regclass;
  turned int := 0;
begin
  for of_table in select * from partitioned_table order by name::text loop
    for ahead in 0 .. case of_table.partition_months when 12 then 1 else 3 end loop
      if add_partition(of_table.name, clock_timestamp() + make_interval(months => ahead * of_table.partition_months)) then
        turned := turned + 1;
      end if;
    end loop;
    for old in
      select c.oid::regclass from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = of_table.name and of_table.retention_months is not null
        and partition_end(c.oid) <= first_id(clock_timestamp() - make_interval(months => of_table.retention_months))
      order by c.relname limit 1
    loop
      execute format('drop table %s', old);
      turned := turned + 1;
    end loop;
    exit when turned > 0;
  end loop;
  return turned;
end $$;

-- A later migration of a new database still calls the function that inserted into the old table, and then removes it.
do $$ declare code text;
begin
  for code in
    select replace(pg_get_functiondef(oid), prosrc, E'\nbegin\n  perform partition_by_time($1, $2, $3, 1, $4);\nend ')
    from pg_proc where pronamespace = 'public'::regnamespace and prosrc like '%insert into monthly_table values%'
  loop
    execute code;
  end loop;
end $$;
revoke all on function partition_bound(regclass, uuid), timed_rows(regclass), partition_end(regclass),
  close_partition(regclass, regclass), copy_partition(regclass, text, regclass),
  make_partition(regclass, text, uuid, uuid), add_partition(regclass, timestamptz),
  partition_by_time(regclass, regclass, name, int, int, name, text) from public;
