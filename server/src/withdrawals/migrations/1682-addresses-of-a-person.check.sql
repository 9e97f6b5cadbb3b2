select pg_temp.has('function', 'follow_company');
do $$ begin
  assert (select prosrc from pg_proc where proname = 'follow_company') like '%payout\_address%', 'addresses stay behind';
  assert (select prosrc from pg_proc where proname = 'follow_company') like '%update note n %', 'notes stay behind';
  assert (select prosecdef from pg_proc where proname = 'follow_company'), 'append-only tables are changed as the caller';
  assert not has_function_privilege('public', 'follow_company(uuid)', 'execute'), 'anybody may call it';
end $$;
