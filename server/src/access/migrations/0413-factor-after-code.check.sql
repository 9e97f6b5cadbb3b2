select pg_temp.has('rule', 'ceremony.ceremony_purpose_check ceremony.ceremony_secret_check
  ceremony.ceremony_step_up_check');
select pg_temp.has_not('rule', 'ceremony.ceremony_check ceremony.ceremony_check1');
do $$ begin
  assert (select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'ceremony'::regclass
    and conname = 'ceremony_purpose_check') like '%''otp_factor''%';
end $$;
