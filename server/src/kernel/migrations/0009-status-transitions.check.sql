select pg_temp.has('table', 'status_transition');
select pg_temp.has('history', 'status_transition');
select pg_temp.has('function', 'check_status guard_status');
