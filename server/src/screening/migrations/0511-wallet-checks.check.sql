select pg_temp.has('table', 'wallet_check');
select pg_temp.has('index', 'wallet_check_by_load');
select pg_temp.has('wall', 'wallet_check');
select pg_temp.has('policy', 'wallet_check.tenant');
select pg_temp.has('rule', 'wallet_check.wallet_check_result_check');
