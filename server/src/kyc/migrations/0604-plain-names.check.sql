select pg_temp.has('rule', 'kyc_session.kyc_session_status_check kyc_session.kyc_session_provider_check');
select pg_temp.has('unique', 'kyc_session_one_at_a_time');
select pg_temp.has('policy', 'kyc_document.all_tenants');
select pg_temp.has_not('policy', 'kyc_document.everything');
select pg_temp.has('function', 'claim_kyc_document');
select pg_temp.has_not('function', 'take_kyc_document');
do $$ begin
  assert not exists (select from kyc_session where status = 'asking'), 'a session has its old status';
  assert not exists (select from pg_trigger where tgrelid = 'kyc_session'::regclass and tgenabled = 'D'),
    'a trigger of sessions is off';
end $$;
