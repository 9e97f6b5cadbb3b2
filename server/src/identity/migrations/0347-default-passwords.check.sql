select pg_temp.has('column', 'app_user.default_password_until');
select pg_temp.has('rule', 'one_time_link.one_time_link_kind_check');
do $$ begin
  assert (select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'one_time_link'::regclass
    and conname = 'one_time_link_kind_check') like '%''default_password''%';
end $$;
