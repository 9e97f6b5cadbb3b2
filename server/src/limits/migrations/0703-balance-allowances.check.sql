select pg_temp.has('table', 'balance_allowance');
select pg_temp.has('wall', 'balance_allowance');
select pg_temp.has('policy', 'balance_allowance.tenant');
select pg_temp.has('index', 'balance_allowance_by_change');
select pg_temp.has('rule', 'balance_allowance.balance_allowance_allowance_cents_check
  balance_allowance.balance_allowance_company_id_key');
