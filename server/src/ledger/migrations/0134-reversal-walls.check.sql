select pg_temp.has('column', 'journal_kind.reversible');
select pg_temp.has('function', 'check_reversals check_reversed_keys post_batch sum_next_postings');
do $$ begin
  assert (select prosrc like '%check_reversed_keys(%' and prosrc like '%[[:cntrl:]]%' and prosrc like '%ref_legs[g] > 0%'
    and prosrc like '%company_id = excluded.company_id%' and prosecdef from pg_proc where proname = 'post_batch'),
    'post_batch lacks a check';
  assert (select prosrc like '%read committed%' and prosecdef from pg_proc where proname = 'sum_next_postings'),
    'postings are summed under any isolation';
  assert not exists (select from pg_proc where proname in ('check_reversals', 'check_reversed_keys')
    and has_function_privilege('public', oid, 'execute')), 'anybody may call a part of post_batch';
end $$;
