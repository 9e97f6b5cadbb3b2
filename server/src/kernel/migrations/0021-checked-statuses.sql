-- check_status finds its row by the unique index. `is not distinct from` reads all transitions of the table instead.
create or replace function check_status() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  was text;
  is_allowed boolean;
begin
  if tg_op = 'UPDATE' then was := old.status; end if;
  if was is null then
    select true into is_allowed from status_transition t
    where t.table_name = tg_table_name and t.from_status is null and t.to_status = new.status;
  else
    select true into is_allowed from status_transition t
    where t.table_name = tg_table_name and t.from_status = was and t.to_status = new.status;
  end if;
  if is_allowed is null then
    raise exception '%.status may not go from % to %', tg_table_name, coalesce(was, 'nothing'),
      coalesce(new.status, 'nothing') using errcode = 'ST001';
  end if;
  return new;
end $$;
