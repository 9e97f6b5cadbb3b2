-- A partner's share of a load or top-up: the row behind the money in a pending bucket (postings §2). It is due at
-- `due_at` and moves to available only by a paid settlement.
create table share (
  id uuid primary key,
  company_id uuid not null,
  owner_kind text not null check (owner_kind in ('company', 'seller', 'cardholder')),
  owner_id uuid not null,
  wallet_type text not null check (wallet_type in ('regular', 'immediate')),
  level smallint not null check (level between 1 and 4),
  load_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  accepted_at timestamptz not null,
  -- 48 business hours after acceptance for regular; null until the card is credited for immediate
  due_at timestamptz,
  settlement_id uuid,
  undone_at timestamptz
);
create index share_by_owner on share (owner_id, wallet_type, due_at) where settlement_id is null and undone_at is null;
create index share_by_load on share (load_id);
select protect('share', 'owner_id');
insert into plan_table values ('share');
