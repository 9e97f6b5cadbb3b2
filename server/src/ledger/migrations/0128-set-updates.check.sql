select pg_temp.has('function', 'plan_set_condition plan_set_guard plan_set_update');
do $$ begin
  assert (select bool_and(prosrc like '%plan_set_%') from pg_proc where proname in ('plan_guard', 'plan_update')),
    'a group of sets is taken for a group of rows';
  assert (select prosrc like all (array['%is not true%', '%40001%']) from pg_proc where proname = 'plan_set_update'),
    'a set is changed without its plan, or rows that nobody counted';
  assert not exists (select from pg_proc where proname like 'plan\_set\_%' and has_function_privilege('public', oid, 'execute')),
    'anybody may call a part of post_batch';
end $$;
