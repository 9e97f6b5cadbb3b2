-- A session that is requested at the provider has the status `requested`.
alter table kyc_session disable trigger user;
alter table kyc_session drop constraint kyc_session_state_check, drop constraint kyc_session_check;
drop index kyc_session_one_at_a_time;
update kyc_session set status = 'requested' where status = 'asking';
alter table kyc_session
  add constraint kyc_session_status_check check (status in ('requested', 'open', 'closed', 'lost')),
  add constraint kyc_session_provider_check check ((status in ('requested', 'lost')) = (provider_session_id is null));
create unique index kyc_session_one_at_a_time on kyc_session (case_id) where status in ('requested', 'open');
alter table kyc_session enable trigger user;

-- Digests of documents are read in the scope of all tenants only.
alter policy everything on kyc_document rename to all_tenants;
alter function take_kyc_document(bytea, uuid, timestamptz) rename to claim_kyc_document;
