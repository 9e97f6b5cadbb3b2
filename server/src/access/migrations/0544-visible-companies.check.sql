select pg_temp.has('function', 'show_to_administrators');
do $$ begin
  assert not exists (
    select from pg_policy t where t.polname = 'tenant'
      and not exists (select from pg_policy v where v.polrelid = t.polrelid and v.polname = 'visible')
  ), 'a table of tenants has no policy for administrators of the visible companies';
  assert not exists (
    select from pg_policy where polname = 'visible'
      and pg_get_expr(polqual, polrelid) not like '%company_id IS NOT NULL%'
  ), 'a row without a company would be shown';
end $$;
