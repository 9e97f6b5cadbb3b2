-- A part of a load that was undone before its credit, or reversed after it. The money of the part is a load of its own, in
-- review, and the first load goes on with what is left. Its figures are what the journal of the part has.
create table load_part (
  id uuid primary key,
  company_id uuid not null,
  user_id uuid not null,
  load_id uuid not null references load,
  acceptance int not null,
  -- counts the parts of the load, also those of earlier acceptances
  number int not null check (number > 0),
  kind text not null constraint load_part_kind_check check (kind in ('undone', 'reversed')),
  part_load_id uuid not null unique references load,
  gross_cents bigint not null check (gross_cents > 0),
  fee_cents bigint not null,
  net_cents bigint not null check (net_cents > 0),
  operator_cents bigint not null,
  spread_cents bigint not null,
  at timestamptz not null,
  constraint load_part_numbered unique (load_id, number)
);
select protect('load_part', 'user_id');
insert into plan_table values ('load_part');

-- Units of each payment that went with a part. A payment may be of several loads then.
create table load_part_payment (
  id uuid primary key,
  company_id uuid not null,
  user_id uuid not null,
  load_part_id uuid not null references load_part,
  transfer_id uuid not null references chain_transfer,
  units bigint not null check (units > 0),
  constraint load_part_payment_once unique (load_part_id, transfer_id)
);
select protect('load_part_payment', 'user_id');
insert into plan_table values ('load_part_payment');

-- What of the gross a reversal is about; null: all that is left. A load can be reversed in several parts, one after another.
alter table load_reversal add column gross_cents bigint check (gross_cents > 0);
drop index load_reversal_once;
create unique index load_reversal_once on load_reversal (load_id) where status = 'pending';
