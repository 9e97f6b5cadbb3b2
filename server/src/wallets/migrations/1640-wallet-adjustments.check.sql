select pg_temp.has('table', 'wallet_adjustment');
select pg_temp.has('index', 'wallet_adjustment_by_company wallet_adjustment_in_order wallet_adjustment_by_owner');
select pg_temp.has('wall', 'wallet_adjustment');
select pg_temp.has('policy', 'wallet_adjustment.tenant');
do $$ begin
  assert exists (select from plan_table where name = 'wallet_adjustment'::regclass), 'no plan may write the table';
end $$;
