-- Each time that a name was held against the sanctions lists, and what came of it.
create table screening_check (
  id uuid primary key,
  company_id uuid not null,
  user_id uuid not null,
  result text not null check (result in ('clear', 'hit', 'unavailable')),
  -- false: screening was switched off, which only a sandbox allows
  looked boolean not null,
  at timestamptz not null
);
create index screening_check_by_user on screening_check (user_id, at desc);
select protect('screening_check', 'nobody');
