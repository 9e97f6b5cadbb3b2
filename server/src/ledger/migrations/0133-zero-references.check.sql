select pg_temp.has('function', 'forget_zero_references');
do $$ begin
  assert (select prosecdef from pg_proc where proname = 'forget_zero_references'), 'references are removed as the app';
  assert not has_function_privilege('public', 'forget_zero_references()', 'execute'), 'anybody may remove references';
end $$;
