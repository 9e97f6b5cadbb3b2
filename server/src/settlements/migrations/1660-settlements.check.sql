select pg_temp.has('table', 'settlement settlement_line');
select pg_temp.has('unique', 'settlement_once');
select pg_temp.has('index', 'settlement_by_company settlement_in_order settlement_by_owner settlement_by_company_status
  settlement_by_company_tier settlement_by_tier settlement_to_pay settlement_line_by_settlement settlement_line_by_company');
select pg_temp.has('wall', 'settlement settlement_line');
select pg_temp.has('history', 'settlement_line');
select pg_temp.has('policy', 'settlement.tenant settlement_line.tenant');
select pg_temp.has('rule', 'settlement.settlement_paid_whole settlement.settlement_approved_first
  settlement.settlement_voided_for_a_reason');
select pg_temp.has('trigger', 'share.share_stays_settled');
do $$ begin
  assert (select count(*) from plan_table where name in ('settlement'::regclass, 'settlement_line'::regclass)) = 2,
    'no plan may write the tables';
end $$;
