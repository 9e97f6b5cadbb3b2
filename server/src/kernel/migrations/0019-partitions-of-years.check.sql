select pg_temp.has('table', 'partitioned_table');
select pg_temp.has_not('table', 'monthly_table');
select pg_temp.has('history', 'partitioned_table');
select pg_temp.has('rule', 'partitioned_table.partitioned_table_partition_months_check
  partitioned_table.partitioned_table_retention_months_check partitioned_table.partitioned_table_kind_check');
select pg_temp.has('function', 'partition_bound timed_rows partition_end close_partition copy_partition make_partition
  add_partition partition_by_time partition_by_month turn_partitions');
select pg_temp.has_not('function', 'add_month close_month turn_months');
do $$ begin
  assert (select bool_and(partition_months = 1 and kind_column is null) from partitioned_table),
    'a table with monthly partitions has others now';
  assert (select prosecdef and proconfig @> array['lock_timeout=500ms'] from pg_proc where proname = 'turn_partitions'),
    'turn_partitions lost its rights';
  assert (select bool_and(partition_end(i.inhrelid) is not null) from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'event'::regclass and c.relname <> 'event_other'), 'the end of a partition is not read';
  assert not exists (select from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.prosrc ~ 'monthly_table|add_month|close_month'), 'a function has an old name';
end $$;
