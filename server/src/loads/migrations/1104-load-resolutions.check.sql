select pg_temp.has('table', 'load_limit_use load_refund');
select pg_temp.has('index', 'load_refund_by_load');
select pg_temp.has('unique', 'load_refund_open');
select pg_temp.has('wall', 'load_limit_use load_refund');
select pg_temp.has('policy', 'load_limit_use.tenant load_refund.tenant');
select pg_temp.has('rule', 'load_refund.load_refund_load_id_fkey load_refund.load_refund_status_check');
