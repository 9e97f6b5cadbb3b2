select pg_temp.has('column', 'company.card_creation_enabled company.lock_after_seconds company.support_hours');
select pg_temp.has('rule', 'company.company_lock_after_seconds_check company.company_support_hours_check');
select pg_temp.has('index', 'company_by_name company_by_age company_by_name_of_all company_by_age_of_all
  company_by_parent_and_name');
select pg_temp.has('function', 'effective_company company_line');
do $$ begin
  assert (select l.lanname = 'plpgsql' and p.prosecdef from pg_proc p join pg_language l on l.oid = p.prolang
    where p.oid = 'effective_company(uuid[])'::regprocedure), 'effective_company(uuid[]) is planned at every call';
  assert (select bool_and(card_creation_enabled) from effective_company(array(select id from company))),
    'a company without a choice of its own creates no cards';
end $$;
