-- A payer asked for money that is not as quoted to be sent back. A person sends it; until then the payer may withdraw.
create table load_refund (
  id uuid primary key,
  load_id uuid not null references load,
  company_id uuid not null,
  user_id uuid not null,
  -- checksummed; entered and confirmed by the payer
  address text not null,
  -- [{amount, asset}], as the payer was shown it
  amounts jsonb not null,
  status text not null check (status in ('requested', 'withdrawn')),
  requested_at timestamptz not null,
  ended_at timestamptz
);
create unique index load_refund_open on load_refund (load_id) where status = 'requested';
create index load_refund_by_load on load_refund (load_id, id);
select protect('load_refund', 'user_id');

-- One version a person: whoever uses some of a person's limits moves it, so two at once do not both get the rest.
create table load_limit_use (
  -- the person's id
  id uuid primary key,
  company_id uuid not null,
  user_id uuid not null,
  version int not null default 1
);
select protect('load_limit_use', 'user_id');
insert into plan_table values ('load_limit_use');
