do $$ begin
  assert (select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'email_change'::regclass
    and conname = 'email_change_cancelled_by_check') like '%''password_changed''%';
end $$;
