select pg_temp.has('column', 'monthly_table.retention_months');
select pg_temp.has_not('column', 'monthly_table.months_kept');
select pg_temp.has('rule', 'monthly_table.monthly_table_retention_months_check');
select pg_temp.has('function', 'partition_by_month turn_months');
do $$ begin
  assert (select prosecdef and proconfig @> array['lock_timeout=500ms'] and prosrc not like '%months_kept%'
    from pg_proc where proname = 'turn_months'), 'turn_months lost its rights or reads the old column';
end $$;
