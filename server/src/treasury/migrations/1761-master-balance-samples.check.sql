select pg_temp.has('table', 'master_balance_sample');
select pg_temp.has('wall', 'master_balance_sample');
select pg_temp.has('policy', 'master_balance_sample.all_tenants');
