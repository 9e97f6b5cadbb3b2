select pg_temp.has('function', 'installed_at');
do $$ begin
  assert not has_function_privilege('public', 'installed_at()', 'execute'), 'everybody may call installed_at';
end $$;
