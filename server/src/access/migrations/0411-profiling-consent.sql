-- Who agreed to device profiling, or withdrew it, when, and to which version of the text. Each decision is a row of its
-- own; the last one with the person's present company holds.
create table profiling_consent (
  id uuid primary key,
  company_id uuid not null references company,
  user_id uuid not null references app_user,
  given boolean not null,
  text_version text not null,
  at timestamptz not null
);
create index profiling_consent_by_user on profiling_consent (user_id, company_id, id desc);
select protect('profiling_consent', 'user_id');
