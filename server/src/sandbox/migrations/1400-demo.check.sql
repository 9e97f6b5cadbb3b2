select pg_temp.has('table', 'demo_record');
select pg_temp.has('rule', 'demo_record.demo_record_kind_check');
