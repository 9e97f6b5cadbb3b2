do $$ begin
  assert (select pg_get_expr(polqual, polrelid) like '%app.scope%<> ''seller''%' from pg_policy
    where polname = 'parties' and polrelid = 'wallet_transfer'::regclass), 'a seller reads transfers by calls of administrators';
end $$;
