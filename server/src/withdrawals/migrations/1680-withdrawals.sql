-- The address book of a holder of wallets. A removed address stays for the withdrawals that were requested to it.
create table payout_address (
  id uuid primary key,
  company_id uuid not null references company,
  owner_id uuid not null,
  owner_kind text not null check (owner_kind in ('company', 'person')),
  label text not null,
  network text not null,
  -- checksummed
  address text not null,
  -- what the lists of sanctions said when it was added
  risk text not null check (risk in ('clear', 'hit', 'unavailable', 'unchecked')),
  added_by uuid not null references app_user,
  added_at timestamptz not null,
  -- a new address waits until then
  usable_from timestamptz not null,
  last_used_at timestamptz,
  removed_at timestamptz,
  check (usable_from >= added_at)
);
create unique index payout_address_once on payout_address (owner_id, network, address) where removed_at is null;
create index payout_address_by_owner on payout_address (owner_id, id) where removed_at is null;
create index payout_address_by_company on payout_address (company_id, id);
select protect('payout_address', 'owner_id');
insert into plan_table values ('payout_address');

-- Withdrawals from wallets to addresses on a chain (domain §9). The payment is the row of `payout` that names it.
create table withdrawal (
  id uuid primary key,
  company_id uuid not null references company,
  owner_id uuid not null,
  owner_kind text not null check (owner_kind in ('company', 'person')),
  status text not null check (status in ('PENDING', 'COMPLETED', 'REJECTED', 'CANCELLED')),
  step text not null check (step in ('requested', 'approved', 'sending', 'failed', 'done', 'ended')),
  wallet text not null check (wallet in ('regular', 'immediate')),
  -- what left the wallet; the fee goes to the operator
  total_cents bigint not null check (total_cents > 0),
  fee_cents bigint not null check (fee_cents >= 0),
  net_cents bigint not null check (net_cents > 0 and net_cents = total_cents - fee_cents),
  network text not null,
  -- symbol of the coin
  asset text not null,
  address_id uuid not null references payout_address,
  to_address text not null,
  address_label text not null,
  description text not null,
  -- what the lists of sanctions said last
  risk text not null check (risk in ('clear', 'hit', 'unavailable', 'unchecked')),
  requested_by uuid not null references app_user,
  requested_at timestamptz not null,
  approved_by uuid references app_user,
  approved_at timestamptz,
  -- the attempt of the payment, and its figures; 0: none yet
  attempt int not null default 0 check (attempt >= 0),
  units bigint check (units > 0),
  value_cents bigint check (value_cents >= 0),
  tx_hash text,
  ended_by uuid references app_user,
  ended_at timestamptz,
  reason text,
  constraint withdrawal_steps check (case status
    when 'PENDING' then step in ('requested', 'approved', 'sending', 'failed')
    when 'COMPLETED' then step = 'done' else step = 'ended' end),
  constraint withdrawal_approved check ((approved_at is null) = (approved_by is null)
    and (step not in ('approved', 'sending', 'failed', 'done') or approved_at is not null)),
  constraint withdrawal_two_people check (approved_by is null or (approved_by <> requested_by and approved_by <> owner_id)),
  constraint withdrawal_paid check ((status = 'COMPLETED') = (tx_hash is not null)),
  constraint withdrawal_ended check ((status = 'PENDING') = (ended_at is null)),
  constraint withdrawal_rejected_for_a_reason check ((status = 'REJECTED') = (reason is not null))
);
create index withdrawal_by_company on withdrawal (company_id, requested_at, id);
create index withdrawal_in_order on withdrawal (requested_at, id);
create index withdrawal_by_company_total on withdrawal (company_id, total_cents, id);
create index withdrawal_by_total on withdrawal (total_cents, id);
create index withdrawal_by_company_step on withdrawal (company_id, step, requested_at, id);
create index withdrawal_by_step on withdrawal (step, requested_at, id);
create index withdrawal_by_owner on withdrawal (owner_id, requested_at, id);
select protect('withdrawal', 'owner_id');
insert into plan_table values ('withdrawal');
