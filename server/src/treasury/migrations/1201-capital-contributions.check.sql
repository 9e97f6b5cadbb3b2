select pg_temp.has('table', 'capital_contribution');
select pg_temp.has('index', 'capital_contribution_by_company');
select pg_temp.has('wall', 'capital_contribution');
select pg_temp.has('policy', 'capital_contribution.tenant');
do $$ begin
  assert exists (select from plan_table where name = 'capital_contribution'::regclass), 'no plan may write the table';
end $$;
