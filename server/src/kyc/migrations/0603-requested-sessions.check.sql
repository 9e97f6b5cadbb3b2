select pg_temp.has('column', 'kyc_session.requested_at');
select pg_temp.has_not('column', 'kyc_session.asked_at');
