-- Real time at which a request reserved the start of the selfie check, before the provider is called. So two requests
-- never create two sessions.
alter table factor_recovery add column selfie_requested_at timestamptz;
