select pg_temp.has('table', 'journal_detail');
select pg_temp.has('wall', 'journal_detail');
select pg_temp.has('policy', 'journal_detail.all_tenants');
select pg_temp.has('history', 'journal_detail');
select pg_temp.has('trigger', 'journal_detail.history_stays');
select pg_temp.has('index', 'journal_detail_by_actor journal_detail_by_metadata');
select pg_temp.has('function', 'post_batch journal_parts');
do $$ begin
  assert (select count(*) from pg_proc where proname = 'post_batch') = 1, 'post_batch is there twice';
  assert (select prosrc like all (array['%a leg is on no account of this batch%', '%ref_balances[slot] is not null%',
    '%wallet_of[reserved] = 0%', '%order by g desc%', '%latest_id%', '%check_reversals%', '%p_guard_seqs%', '%p_rests%',
    '%nothing is left of the legs%'])
    from pg_proc where proname = 'post_batch'), 'post_batch lost a rule';
  assert not has_function_privilege('public', 'post_batch'::regproc, 'execute'), 'anybody may call post_batch';
end $$;
