select pg_temp.has('table', 'emergency_maximum');
select pg_temp.has('wall', 'emergency_maximum');
select pg_temp.has('policy', 'emergency_maximum.tenant');
select pg_temp.has('rule', 'emergency_maximum.emergency_maximum_company_id_key
  emergency_maximum.emergency_maximum_maximum_cents_check');
select pg_temp.has('function', 'emergency_maximum_of');
