-- How far below zero the immediate wallet of a company may go, as a person has set it (domain §3). The ledger's account has
-- what is in force; a job writes it there, as the role that changes facts of accounts. `refused_at`: the ledger kept the
-- allowance before, because the wallet uses more than this one.
create table balance_allowance (
  id uuid primary key,
  company_id uuid not null unique,
  allowance_cents bigint not null check (allowance_cents >= 0),
  version int not null default 1,
  refused_at timestamptz,
  changed_at timestamptz not null,
  changed_by uuid not null,
  reason text not null
);
select protect('balance_allowance', 'nobody');
create index balance_allowance_by_change on balance_allowance (company_id, changed_at, id);
