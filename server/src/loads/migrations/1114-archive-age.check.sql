do $$ begin
  assert (select prosrc like '%least(p_before,%' and prosecdef from pg_proc
    where oid = 'archive_quotes(timestamptz)'::regprocedure), 'a caller chooses what is old';
  assert not has_function_privilege('public', 'archive_quotes(timestamptz)', 'execute'), 'anybody may archive';
end $$;
