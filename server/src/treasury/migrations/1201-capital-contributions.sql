-- Capital that the owners paid in: one administrator proposes it, another confirms it, and then it is booked under its id
-- (`capital:<id>`). The company is the operator's own.
create table capital_contribution (
  id uuid primary key,
  company_id uuid not null references company,
  amount_cents bigint not null check (amount_cents > 0),
  note text not null,
  proposed_by uuid not null references app_user,
  proposed_at timestamptz not null,
  confirmed_by uuid references app_user,
  confirmed_at timestamptz,
  check ((confirmed_by is null) = (confirmed_at is null)),
  check (confirmed_by <> proposed_by)
);
create index capital_contribution_by_company on capital_contribution (company_id, id desc);
select protect('capital_contribution', 'nobody');
insert into plan_table values ('capital_contribution');
