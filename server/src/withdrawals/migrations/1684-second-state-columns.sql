-- A table may have a second column of states besides its status, such as the step of a withdrawal: the same check, by the name
-- of the column. The old unique key is of statuses only.
alter table status_transition add column column_name text not null default 'status';
do $$
declare old_key name;
begin
  select conname into strict old_key from pg_constraint where conrelid = 'status_transition'::regclass and contype = 'u';
  execute format('alter table status_transition drop constraint %I', old_key);
end $$;
alter table status_transition add constraint status_transition_once
  unique nulls not distinct (table_name, from_status, to_status, column_name);

create or replace function check_status() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  was text;
  is_allowed boolean;
begin
  if tg_op = 'UPDATE' then was := old.status; end if;
  if was is null then
    select true into is_allowed from status_transition t
    where t.table_name = tg_table_name and t.from_status is null and t.to_status = new.status and t.column_name = 'status';
  else
    select true into is_allowed from status_transition t
    where t.table_name = tg_table_name and t.from_status = was and t.to_status = new.status and t.column_name = 'status';
  end if;
  if is_allowed is null then
    raise exception '%.status may not go from % to %', tg_table_name, coalesce(was, 'nothing'),
      coalesce(new.status, 'nothing') using errcode = 'ST001';
  end if;
  return new;
end $$;

-- The check of any other column, whose name is the argument of its trigger.
create function check_state() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  was text;
  next text := to_jsonb(new) ->> tg_argv[0];
begin
  if tg_op = 'UPDATE' then was := to_jsonb(old) ->> tg_argv[0]; end if;
  if not exists (
    select from status_transition t where t.table_name = tg_table_name and t.column_name = tg_argv[0]
      and t.from_status is not distinct from was and t.to_status = next
  ) then
    raise exception '%.% may not go from % to %', tg_table_name, tg_argv[0], coalesce(was, 'nothing'),
      coalesce(next, 'nothing') using errcode = 'ST001';
  end if;
  return new;
end $$;

-- Puts the check on a column of a table. A row may be inserted without a state where the column allows that.
create function guard_state(guarded regclass, guarded_column name) returns void language plpgsql as $$
begin
  execute format(
    'create or replace trigger %I before insert on %s for each row
     when (new.%I is not null) execute function check_state(%L)',
    guarded_column || '_of_insert', guarded, guarded_column, guarded_column);
  execute format(
    'create or replace trigger %I before update on %s for each row
     when (old.%I is distinct from new.%I) execute function check_state(%L)',
    guarded_column || '_of_update', guarded, guarded_column, guarded_column, guarded_column);
end $$;
revoke execute on function guard_state(regclass, name) from public;
