-- Months after which the rows of a monthly table are removed; null: never (docs/operations.md, Retention).
alter table monthly_table rename column months_kept to retention_months;
alter table monthly_table rename constraint monthly_table_months_kept_check to monthly_table_retention_months_check;

-- Turns a table into one that is partitioned by month. Its present rows become the first partition. The migration that
-- calls this function creates the indexes, policies, triggers and rights of the new table first.
create function partition_by_month(p_table regclass, p_first regclass, p_id_column name, p_retention_months int)
returns void language plpgsql as $$
declare
  newest uuid;
  newest_at timestamptz := clock_timestamp();
  rule record;
begin
  execute format('select max(%I::text)::uuid from %s', p_id_column, p_first) into newest;
  if newest is not null then
    newest_at := greatest(newest_at,
      to_timestamp(('x' || replace(left(newest::text, 13), '-', ''))::bit(48)::bigint / 1000.0));
  end if;
  for rule in select polname from pg_policy where polrelid = p_first loop
    execute format('drop policy %I on %s', rule.polname, p_first);
  end loop;
  perform close_month(p_first);
  execute format('alter table %s attach partition %s for values from (minvalue) to (%L)', p_table, p_first,
    first_id((date_trunc('month', newest_at at time zone 'UTC') + interval '1 month') at time zone 'UTC'));
  -- A row of a month without a partition is stored here, so no insert fails because of its time.
  execute format('create table %s_other partition of %s default', p_table, p_table);
  perform close_month((p_table || '_other')::regclass);
  insert into monthly_table (name, id_column, retention_months) values (p_table, p_id_column, p_retention_months);
  for ahead in 1..3 loop
    perform add_month(p_table, newest_at + ahead * interval '1 month');
  end loop;
end $$;
revoke all on function partition_by_month(regclass, regclass, name, int) from public;

-- Creates the next months of each monthly table, and drops one month that is older than its retention. Without an
-- argument, a caller can do nothing else with it. It uses real time, as ids do.
create or replace function turn_months() returns int language plpgsql security definer
set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  monthly monthly_table;
  old regclass;
  turned int := 0;
begin
  for monthly in select * from monthly_table order by name::text loop
    for ahead in 0..3 loop
      if add_month(monthly.name, clock_timestamp() + ahead * interval '1 month') then turned := turned + 1; end if;
    end loop;
    for old in
      select c.oid::regclass from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = monthly.name and monthly.retention_months is not null
        and substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([0-9a-f-]+)''\)')::uuid
          <= first_id(clock_timestamp() - monthly.retention_months * interval '1 month')
      order by c.relname limit 1
    loop
      execute format('drop table %s', old);
      turned := turned + 1;
    end loop;
  end loop;
  return turned;
end $$;
