-- Constraints follow the names of their table and column, which were renamed before.
do $$
declare
  old record;
begin
  for old in
    select conrelid::regclass as owner, conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and (conname like 'issuer\_move\_%' or conname like '%\_move\_id\_%')
  loop
    execute format('alter table %s rename constraint %I to %I', old.owner, old.name,
      replace(replace(old.name, 'issuer_move_', 'issuer_transfer_'), '_move_id_', '_issuer_transfer_id_'));
  end loop;
end $$;
