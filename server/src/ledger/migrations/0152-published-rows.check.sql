select pg_temp.has('unique', 'chart_line_identity');
do $$ begin
  assert (select bool_and(relreplident = case when relname = 'chart_line' then 'i' else 'f' end) from pg_class
    where oid in ('daily_total'::regclass, 'status_transition'::regclass, 'chart_line'::regclass)),
    'a table has no replica identity';
end $$;
