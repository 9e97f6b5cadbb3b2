select pg_temp.has('function', 'protect');
select pg_temp.has('policy', 'app_user.tenant one_time_link.tenant account.tenant');
do $$ begin
  assert not exists (select from pg_policy where polname = 'tenant'
    and pg_get_expr(polqual, polrelid) ~ 'app\.companies.*AND .*IS NULL\) OR \(\w+ = '), 'a person needs a company for their own rows';
  assert (select pg_get_expr(polqual, polrelid) from pg_policy where polname = 'tenant' and polrelid = 'app_user'::regclass)
    ~ 'OR \(id = \( SELECT \(NULLIF\(current_setting\(''app\.user''', 'a person does not see their own row';
end $$;
