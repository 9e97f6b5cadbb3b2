select pg_temp.has('table', 'payout payout_attempt payout_transaction');
select pg_temp.has('unique', 'payout_part_once payout_attempt_once payout_nonce_once payout_transaction_once');
select pg_temp.has('index', 'payout_by_company payout_open payout_attempt_by_company payout_transaction_by_company');
select pg_temp.has('wall', 'payout payout_attempt payout_transaction');
select pg_temp.has('policy', 'payout.tenant payout_attempt.tenant payout_transaction.tenant');
select pg_temp.has('rule', 'payout.payout_sent payout_attempt.payout_attempt_ended');
do $$ begin
  assert (select count(*) from plan_table
    where name in ('payout'::regclass, 'payout_attempt'::regclass, 'payout_transaction'::regclass)) = 3,
    'no plan may write the tables';
end $$;
