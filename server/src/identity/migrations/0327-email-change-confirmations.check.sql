select pg_temp.has('column', 'email_change.old_confirmed_at email_change.new_confirmed_at email_change.cancelled_at
  email_change.cancelled_by email_change.state');
select pg_temp.has('rule', 'email_change.email_change_cancelled_check email_change.email_change_outcome_check
  email_change.email_change_confirmed_check email_change.email_change_cancelled_by_check
  one_time_link.one_time_link_kind_check one_time_link.one_time_link_check');
select pg_temp.has('unique', 'email_change_pending');
select pg_temp.has('index', 'one_time_link_by_email_change');
do $$ begin
  assert not exists (select from email_change where state = 'pending'), 'a request without a link for the old address is open';
end $$;
