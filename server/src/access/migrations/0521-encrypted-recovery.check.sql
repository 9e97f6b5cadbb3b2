select pg_temp.has('column', 'factor_recovery.encrypted');
select pg_temp.has_not('column', 'factor_recovery.sealed');
