select pg_temp.has('function', 'owner_kinds_of check_owners open_accounts');
do $$ begin
  assert pg_get_functiondef('open_accounts'::regproc) like '%check_owners(opened)%', 'open_accounts checks no owners';
  assert not has_function_privilege('public', 'check_owners(jsonb)', 'execute'), 'anybody may call check_owners';
end $$;
