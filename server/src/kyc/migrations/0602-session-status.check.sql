select pg_temp.has('column', 'kyc_session.status');
select pg_temp.has_not('column', 'kyc_session.state');
select pg_temp.has('rule', 'kyc_session.kyc_session_check kyc_session.kyc_session_state_check');
