select pg_temp.has('function', 'check_new_owner misowned_accounts');
do $$ begin
  assert pg_get_functiondef('check_owners'::regproc) like '%owner_kinds_of(l.owner_id) is null%', 'check_owners locks no unknown id';
  assert not exists (
    select from pg_proc p, aclexplode(p.proacl) a
    where p.proname = 'owner_kinds_of' and a.grantee <> p.proowner
  ), 'another login may call owner_kinds_of';
end $$;
