-- Where our book and the card issuer's differ (identities R1 to R4 of postings §5): first suspected, since what is on
-- its way looks the same, and open when the next check finds it again.
create table identity_finding (
  id uuid primary key,
  company_id uuid,
  identity text not null check (identity in ('R1', 'R2', 'R3', 'R4')),
  subject text not null,
  detail text not null,
  status text not null check (status in ('suspected', 'open', 'gone')),
  times int not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  gone_at timestamptz,
  check ((status = 'gone') = (gone_at is not null))
);
create unique index identity_finding_once on identity_finding (identity, subject) where status <> 'gone';
create index identity_finding_by_time on identity_finding (first_at desc, id desc);
select protect('identity_finding', 'nobody');
