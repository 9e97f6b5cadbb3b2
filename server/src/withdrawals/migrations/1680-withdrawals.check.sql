select pg_temp.has('table', 'payout_address withdrawal');
select pg_temp.has('unique', 'payout_address_once');
select pg_temp.has('index', 'payout_address_by_owner payout_address_by_company withdrawal_by_company withdrawal_in_order
  withdrawal_by_company_total withdrawal_by_total withdrawal_by_company_step withdrawal_by_step withdrawal_by_owner');
select pg_temp.has('wall', 'payout_address withdrawal');
select pg_temp.has('policy', 'payout_address.tenant withdrawal.tenant');
select pg_temp.has('rule', 'withdrawal.withdrawal_steps withdrawal.withdrawal_approved withdrawal.withdrawal_two_people
  withdrawal.withdrawal_paid withdrawal.withdrawal_ended withdrawal.withdrawal_rejected_for_a_reason');
do $$ begin
  assert (select count(*) from plan_table where name in ('payout_address'::regclass, 'withdrawal'::regclass)) = 2,
    'no plan may write the tables';
end $$;
