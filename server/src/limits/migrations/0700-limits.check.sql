select pg_temp.has('table', 'payin_limit');
select pg_temp.has('wall', 'payin_limit');
select pg_temp.has('policy', 'payin_limit.tenant');
select pg_temp.has('rule', 'payin_limit.payin_limit_category_check payin_limit.payin_limit_check
  payin_limit.payin_limit_company_id_category_key payin_limit.payin_limit_min_cents_check');
select pg_temp.has('function', 'effective_limit');
do $$ begin
  assert not exists (select from payin_limit where min_cents > max_cents), 'a minimum is above its maximum';
end $$;
