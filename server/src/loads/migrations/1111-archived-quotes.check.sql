select pg_temp.has('table', 'archived_quote');
select pg_temp.has('wall', 'archived_quote');
select pg_temp.has('policy', 'archived_quote.tenant');
select pg_temp.has('rule', 'archived_quote.archived_quote_kind_check archived_quote.archived_quote_speed_check
  archived_quote.archived_quote_ended_as_check');
select pg_temp.has('index', 'load_unpaid');
select pg_temp.has_not('index', 'load_open');
select pg_temp.has('function', 'archive_quotes');
do $$ begin
  assert (select prosrc like '%least(p_before,%' and prosecdef from pg_proc
    where oid = 'archive_quotes(timestamptz)'::regprocedure), 'a caller can archive quotes that are not old';
  assert not has_function_privilege('public', 'archive_quotes(timestamptz)', 'execute'), 'anybody may call archive_quotes';
end $$;
