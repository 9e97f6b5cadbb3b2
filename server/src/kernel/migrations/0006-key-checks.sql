-- What each secret key of the installation answers to a fixed question: a start with another key is refused. Only the
-- owner's connection of the start reads and writes it.
create table key_check (
  name text primary key,
  answer bytea not null check (length(answer) = 32)
);
do $$
declare
  role_name name;
begin
  for role_name in
    select distinct grantee::regrole::name from pg_class c, aclexplode(c.relacl)
    where c.oid = 'key_check'::regclass and grantee <> c.relowner and grantee <> 0
  loop
    execute format('revoke all on key_check from %I', role_name);
  end loop;
end $$;
