do $$ begin
  assert not exists (select from job where name in ('cards.ask_again', 'loads.begin_credit', 'treasury.account_moved')
    or key ~ '^(cards\.ask_again|loads\.begin_credit):'), 'a job has its old name';
end $$;
select pg_temp.has('policy', 'idempotency.all_tenants');
select pg_temp.has_not('policy', 'idempotency.everything');
