select pg_temp.has('rule', 'profiling_consent.profiling_consent_user_id_fkey
  security_event.security_event_user_id_fkey');
select pg_temp.has('history', 'profiling_consent security_event');
