select pg_temp.has('function', 'basis_of_shares');
do $$ begin
  assert not has_function_privilege('public', 'basis_of_shares(uuid[])', 'execute'), 'everybody may call basis_of_shares';
  assert not exists (
    select from (select id from share order by id desc limit 1000) s
    where not exists (select from basis_of_shares(array[s.id]))), 'a share has no row of its basis';
end $$;
