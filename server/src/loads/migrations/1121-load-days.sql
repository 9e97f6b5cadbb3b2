-- Accepted loads by company and day (UTC), so that a figure of ninety days does not read the loads of ninety days. The
-- last days are read from the loads themselves.
create table load_day (
  company_id uuid not null,
  day date not null,
  loads int not null,
  gross_cents bigint not null,
  fee_cents bigint not null,
  net_cents bigint not null,
  primary key (company_id, day)
);
create index load_day_by_day on load_day (day);
select protect('load_day', 'nobody');

-- Loads that were accepted up to this day are in load_day; null: none are.
create table load_day_progress (
  only_row boolean primary key default true check (only_row),
  summed_to date
);
insert into load_day_progress default values;

create index load_by_acceptance on load (accepted_at) where accepted_at is not null;
create index load_by_company_acceptance on load (company_id, accepted_at) where accepted_at is not null;
create index load_waiting_for_people on load (status, id) where status in ('review', 'credit_failed', 'refunding');
