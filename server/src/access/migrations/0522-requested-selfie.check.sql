select pg_temp.has('column', 'factor_recovery.selfie_requested_at');
