select pg_temp.has('function', 'decided_allowances');
do $$ begin
  assert not has_function_privilege('public', 'decided_allowances()', 'execute'), 'everybody may call decided_allowances';
end $$;
