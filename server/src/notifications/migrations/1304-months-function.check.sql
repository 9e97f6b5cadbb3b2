select pg_temp.has_not('function', 'begin_months');
select pg_temp.has('function', 'partition_by_month');
