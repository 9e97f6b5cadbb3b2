select pg_temp.has('table', 'posting_bound');
select pg_temp.has('history', 'posting_bound');
select pg_temp.has('rule', 'posting_bound.posting_bound_only_row_check');
select pg_temp.has('function', 'account_id_of check_batch check_breaks check_effective open_accounts plan_guard plan_types
  plan_update plan_verdicts post_batch refuse_accounts set_allowance');
select pg_temp.has_not('function', 'plan_move');
do $$ begin
  assert (select count(*) from posting_bound) = 1, 'no bounds for the times of journals';
  assert not exists (select from account where (code like 'wallet.%') <> (traits & 64 <> 0)), 'a wallet has no trait';
  assert not exists (select from account where id <> account_id_of(code, asset, owner_id)), 'an id is not of its key';
  assert (select count(*) from pg_proc where proname in ('post_batch', 'set_allowance', 'plan_types', 'plan_guard',
    'plan_verdicts')) = 5, 'a function is there twice';
end $$;
