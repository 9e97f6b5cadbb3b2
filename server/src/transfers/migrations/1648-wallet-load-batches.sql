-- Many transfers to cards that one confirmation admitted. The company is the sender, whose administrators see it.
create table wallet_load_batch (
  id uuid primary key,
  company_id uuid not null references company,
  wallet text not null check (wallet in ('regular', 'immediate')),
  row_count int not null check (row_count between 1 and 1000),
  total_cents bigint not null check (total_cents > 0),
  fee_cents bigint not null check (fee_cents >= 0),
  reason text not null,
  requested_by uuid not null references app_user,
  -- null: one person was enough
  approved_by uuid references app_user,
  made_at timestamptz not null,
  -- When its last row had its result; also of a stopped one.
  ended_at timestamptz,
  stopped_by uuid references app_user,
  stop_reason text,
  check ((stopped_by is null) = (stop_reason is null)),
  check (stopped_by is null or ended_at is not null)
);
create index wallet_load_batch_by_company on wallet_load_batch (company_id, made_at, id);
create index wallet_load_batch_in_order on wallet_load_batch (made_at, id);
select protect('wallet_load_batch', 'nobody');

-- Its rows. The id is that of the transfer that the row becomes, so a row is never transferred twice.
create table wallet_load_batch_row (
  id uuid primary key,
  batch_id uuid not null references wallet_load_batch,
  company_id uuid not null references company,
  line int not null check (line > 0),
  card_id uuid not null references card,
  total_cents bigint not null check (total_cents > 0),
  fee_cents bigint not null check (fee_cents >= 0),
  note text,
  -- null: not yet. `stopped`: a person stopped the batch before this row.
  result text check (result in ('made', 'refused', 'stopped')),
  -- Why the row was refused: the code of the call of one transfer.
  refusal text,
  ended_at timestamptz,
  check ((result is null) = (ended_at is null)),
  check ((result is not distinct from 'refused') = (refusal is not null)),
  unique (batch_id, card_id)
);
create unique index wallet_load_batch_row_in_order on wallet_load_batch_row (batch_id, line);
create index wallet_load_batch_row_by_company on wallet_load_batch_row (company_id, batch_id);
create index wallet_load_batch_row_waiting on wallet_load_batch_row (batch_id, line) where result is null;
select protect('wallet_load_batch_row', 'nobody');
insert into plan_table values ('wallet_load_batch_row');
