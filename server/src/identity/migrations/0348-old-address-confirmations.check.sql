select pg_temp.has('column', 'email_change.team_confirmed_at email_change.team_confirmed_by email_change.due_at');
select pg_temp.has('rule', 'email_change.email_change_team_check email_change.email_change_cancelled_by_check
  email_change.email_change_team_confirmed_by_fkey');
do $$ begin
  assert (select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'email_change'::regclass
    and conname = 'email_change_cancelled_by_check') like '%''address_used''%';
end $$;
