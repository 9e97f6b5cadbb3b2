-- Settlements of one wallet of a beneficiary up to the end of a period (domain §8). The figures of the payment are null
-- until it is paid; what is owed changes by the difference of both `owed` columns.
create table settlement (
  id uuid primary key,
  company_id uuid not null references company,
  owner_id uuid not null,
  owner_kind text not null check (owner_kind in ('company', 'person')),
  -- Level of the fee schedule: the tier of a company, 4 for a person.
  tier smallint not null check (tier between 1 and 4),
  wallet text not null check (wallet in ('regular', 'immediate')),
  period_end timestamptz not null,
  status text not null check (status in ('draft', 'approved', 'paid', 'void')),
  -- Why the daily run did not approve it by itself. null: it did, or a person drew it up.
  waits_for text check (waits_for in ('limit', 'break')),
  share_count int not null check (share_count >= 0),
  -- Shares that are due and have an open break, so they are not in it.
  stopped_count int not null check (stopped_count >= 0),
  matured_cents bigint not null check (matured_cents >= 0),
  added_cents bigint not null check (added_cents >= 0),
  deducted_cents bigint not null check (deducted_cents >= 0),
  owed_before_cents bigint check (owed_before_cents >= 0),
  owed_after_cents bigint check (owed_after_cents >= 0),
  allowance_cents bigint check (allowance_cents >= 0),
  paid_cents bigint check (paid_cents >= 0),
  drawn_up_at timestamptz not null,
  -- null: the daily run
  drawn_up_by uuid references app_user,
  reason text,
  approved_at timestamptz,
  approved_by uuid references app_user,
  paid_at timestamptz,
  paid_by uuid references app_user,
  voided_at timestamptz,
  voided_by uuid references app_user,
  void_reason text,
  constraint settlement_paid_whole check ((status = 'paid') = (paid_cents is not null) and (status <> 'paid'
    or paid_cents + allowance_cents + owed_before_cents - owed_after_cents = matured_cents + added_cents - deducted_cents)),
  constraint settlement_approved_first check (status not in ('approved', 'paid') or approved_at is not null),
  constraint settlement_voided_for_a_reason check ((status = 'void') = (void_reason is not null))
);
create unique index settlement_once on settlement (owner_id, wallet, period_end) where status <> 'void';
create index settlement_by_company on settlement (company_id, period_end, id);
create index settlement_in_order on settlement (period_end, id);
create index settlement_by_owner on settlement (owner_id, period_end, id);
create index settlement_by_company_status on settlement (company_id, status, period_end, id);
create index settlement_by_company_tier on settlement (company_id, tier, period_end, id);
create index settlement_by_tier on settlement (tier, period_end, id);
create index settlement_to_pay on settlement (id) where status = 'approved';
select protect('settlement', 'owner_id');
insert into plan_table values ('settlement');

-- Lines of a settlement besides its shares: those by hand, and at the payment what it recovers (−) or carries forward (+).
create table settlement_line (
  id uuid primary key,
  settlement_id uuid not null references settlement,
  company_id uuid not null references company,
  owner_id uuid not null,
  kind text not null check (kind in ('manual', 'reversal', 'owed', 'carried', 'allowance')),
  amount_cents bigint not null check (amount_cents <> 0),
  note text,
  -- The settled share that was reversed.
  share_id uuid,
  check ((kind = 'manual') = (note is not null)),
  check ((kind = 'reversal') = (share_id is not null))
);
create index settlement_line_by_settlement on settlement_line (settlement_id, id);
create index settlement_line_by_company on settlement_line (company_id, id);
select protect('settlement_line', 'owner_id');
select only_added_to('settlement_line');
insert into plan_table values ('settlement_line');

-- A settled share stays with its settlement; only a void one returns it, so no share is settled twice.
create function share_stays_settled() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.settlement_id is null and exists (select from settlement where id = old.settlement_id and status = 'void') then
    return new;
  end if;
  raise exception 'share % is settled by %', old.id, old.settlement_id using errcode = 'LG002';
end $$;
create trigger share_stays_settled before update of settlement_id, settled_cents on share for each row
  when (old.settlement_id is not null and (new.settlement_id is distinct from old.settlement_id
    or new.settled_cents is distinct from old.settled_cents))
  execute function share_stays_settled();
