select pg_temp.has('column', 'throttle.kind throttle.user_id');
select pg_temp.has('index', 'throttle_by_user');
select pg_temp.has('rule', 'one_time_link.one_time_link_kind_check throttle.throttle_kind_check
  throttle.throttle_user_id_fkey');
do $$ begin
  assert (select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'one_time_link'::regclass
    and conname = 'one_time_link_kind_check') like '%''factor_enrolment''%''card_freeze''%';
end $$;
