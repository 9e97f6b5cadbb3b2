select pg_temp.has('index', 'wallet_transfer_by_company wallet_transfer_by_company_status');
do $$ begin
  assert (select pg_get_expr(indpred, indrelid) like '%completed%' from pg_index
    where indexrelid = 'wallet_transfer_by_company_status'::regclass), 'the index by status has completed transfers';
end $$;
