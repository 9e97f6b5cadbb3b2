-- One-time addresses of files (api, Files out): what the browser of a session may fetch once, within a minute.
create table download (
  token_hash bytea primary key,
  company_id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  call text not null,
  query jsonb not null,
  scope jsonb not null,
  lang text not null check (lang in ('en', 'es')),
  expires_at timestamptz not null
);
create index download_by_expiry on download (expires_at);
select protect('download', 'user_id');
