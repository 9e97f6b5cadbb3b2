-- Administrators publish versions of the terms, and see who accepted each. Those of the installation have no publisher.
alter table terms_edition add column published_at timestamptz, add column published_by uuid;
-- The id of an acceptance in lists. Cursors and links name a row by one text.
alter table terms_acceptance add column id text not null
  generated always as (user_id::text || '.' || version::text) stored;
create unique index terms_acceptance_by_id on terms_acceptance (id);
create index terms_acceptance_by_company on terms_acceptance (company_id, accepted_at desc, id desc);
create index terms_acceptance_by_time on terms_acceptance (accepted_at desc, id desc);
create index terms_acceptance_by_version on terms_acceptance (company_id, version, accepted_at desc, id desc);
create index terms_acceptance_all_by_version on terms_acceptance (version, accepted_at desc, id desc);
