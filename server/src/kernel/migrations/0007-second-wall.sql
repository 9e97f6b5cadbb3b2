-- Events and stored answers behind row-level security too, and rows that the app's role may add and never take back.

-- The app's role, or whoever else was granted this table by default, keeps SELECT and INSERT only.
create function only_added_to(history regclass) returns void language plpgsql as $$
declare
  role_name name;
begin
  for role_name in
    select distinct grantee::regrole::name from pg_class c, aclexplode(c.relacl)
    where c.oid = history and grantee <> c.relowner and grantee <> 0
  loop
    execute format('revoke update, delete, truncate, references, trigger on %s from %I', history, role_name);
  end loop;
end $$;

-- What somebody does may be an event of another person or company: it is written in any scope, and read in its own.
select protect('event', 'user_id');
create policy written on event for insert with check (true);
select only_added_to('event');

-- A key is looked up for all tenants; its answer is stored in the transaction of the effect, whatever its scope.
alter table idempotency enable row level security;
create policy everything on idempotency using ((select current_setting('app.scope', true)) = 'all');
create policy written on idempotency for insert with check (true);
select only_added_to('idempotency');

-- Only the owner's connection of a start reads and writes the list of migrations.
do $$
declare
  role_name name;
begin
  for role_name in
    select distinct grantee::regrole::name from pg_class c, aclexplode(c.relacl)
    where c.oid = 'migration'::regclass and grantee <> c.relowner and grantee <> 0
  loop
    execute format('revoke all on migration from %I', role_name);
  end loop;
end $$;
