do $$ begin
  assert not exists (select from pg_policy where pg_get_expr(polqual, polrelid) like '%app.companies%'
    and pg_get_expr(polqual, polrelid) not like '%unnest(%'), 'a policy reads the list of companies for every row';
  assert exists (select from pg_policy where pg_get_expr(polqual, polrelid) like '%unnest(%'), 'no policy was changed';
end $$;
