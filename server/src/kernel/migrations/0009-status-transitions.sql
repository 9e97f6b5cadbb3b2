-- The changes of a status that may be written, filled by transitions.sql from the tables of transitions in the code.
-- `from_status` is null for the first status of a row.
create table status_transition (
  table_name text not null,
  from_status text,
  to_status text not null,
  unique nulls not distinct (table_name, from_status, to_status)
);
do $$
declare
  role_name name;
begin
  for role_name in
    select distinct grantee::regrole::name from pg_class c, aclexplode(c.relacl)
    where c.oid = 'status_transition'::regclass and grantee <> c.relowner and grantee <> 0
  loop
    execute format('revoke insert, update, delete on status_transition from %I', role_name);
  end loop;
end $$;

-- Refuses every other change of a status, whoever makes it, the owner included.
create function check_status() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  was text;
begin
  if tg_op = 'UPDATE' then was := old.status; end if;
  if not exists (
    select from status_transition t
    where t.table_name = tg_table_name and t.from_status is not distinct from was and t.to_status = new.status
  ) then
    raise exception '%.status may not go from % to %', tg_table_name, coalesce(was, 'nothing'),
      coalesce(new.status, 'nothing') using errcode = 'ST001';
  end if;
  return new;
end $$;

-- Puts the check on a table. A row may be inserted without a status where its column allows that.
create function guard_status(guarded regclass) returns void language plpgsql as $$
begin
  execute format(
    'create or replace trigger status_of_insert before insert on %s for each row
     when (new.status is not null) execute function check_status()', guarded);
  execute format(
    'create or replace trigger status_of_update before update on %s for each row
     when (old.status is distinct from new.status) execute function check_status()', guarded);
end $$;
