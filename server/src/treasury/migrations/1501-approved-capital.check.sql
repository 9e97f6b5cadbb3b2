select pg_temp.has('column', 'capital_contribution.requested_by capital_contribution.approved_by
  capital_contribution.recorded_at capital_contribution.reason');
select pg_temp.has_not('column', 'capital_contribution.proposed_by capital_contribution.proposed_at
  capital_contribution.confirmed_by capital_contribution.confirmed_at capital_contribution.note');
select pg_temp.has_not('rule', 'capital_contribution.capital_contribution_check
  capital_contribution.capital_contribution_check1');
select pg_temp.has('index', 'capital_contribution_by_company');
do $$ begin
  assert not exists (select from capital_contribution where approved_by is null or recorded_at is null),
    'capital is recorded that nobody approved';
end $$;
