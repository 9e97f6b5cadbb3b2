select pg_temp.has('function', 'post_batch check_reversals');
do $$ begin
  assert (select prosrc like '%perform check_reversals(p_journals)%' from pg_proc where proname = 'post_batch'),
    'post_batch does not check what a journal reverses';
  assert not has_function_privilege('public', 'check_reversals(uuid[])', 'execute'), 'anybody may call check_reversals';
end $$;
