-- The first states of a second column (the step of a withdrawal) are no first statuses.
create or replace function guard_status(guarded regclass) returns void language plpgsql as $$
declare
  first text[] := array(
    select t.to_status from status_transition t join pg_class c on c.relname = t.table_name
    where c.oid = guarded and t.from_status is null and t.column_name = 'status' order by 1);
begin
  execute format(
    'create or replace trigger status_of_insert before insert on %s for each row
     when (new.status is not null and new.status <> all (%L::text[])) execute function check_status()', guarded, first);
  execute format(
    'create or replace trigger status_of_update before update on %s for each row
     when (old.status is distinct from new.status) execute function check_status()', guarded);
end $$;
select guard_status(tgrelid::regclass) from pg_trigger
where tgname = 'status_of_insert' and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace);
