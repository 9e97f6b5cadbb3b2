select pg_temp.has('function', 'find_people');

do $$
begin
  assert (select prosecdef and provolatile = 's' from pg_proc where proname = 'find_people'), 'find_people reads as its owner';
  assert not has_function_privilege('public', 'find_people(text, int)', 'execute'), 'find_people is for the app';
  perform set_config('app.scope', 'all', true);
  assert find_people('@', 10) = '{}', 'signs find nobody';
  assert find_people('', 10) = '{}', 'nothing finds nobody';
end $$;
