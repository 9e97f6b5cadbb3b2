select pg_temp.has('rule', 'ceremony.ceremony_level_check step_up_grant.step_up_grant_level_check');
do $$ begin
  assert (select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'ceremony'::regclass
    and conname = 'ceremony_level_check') like '%''password''%';
end $$;
do $$ begin
  assert (select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'step_up_grant'::regclass
    and conname = 'step_up_grant_level_check') like '%''password''%';
end $$;
