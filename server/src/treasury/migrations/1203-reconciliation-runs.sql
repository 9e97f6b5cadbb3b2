-- Each check of the reconciliation: when it last ran, what it covered, and why it last failed. `since`: its first
-- start.
create table reconciliation_run (
  name text primary key,
  since timestamptz,
  started_at timestamptz,
  succeeded_at timestamptz,
  covered int not null default 0,
  total int not null default 0,
  oldest_at timestamptz,
  failed_at timestamptz,
  failure text,
  check ((failed_at is null) = (failure is null))
);
alter table reconciliation_run enable row level security;
create policy all_tenants on reconciliation_run using ((select current_setting('app.scope', true)) = 'all');
insert into reconciliation_run (name) values ('R1'), ('R2'), ('R3'), ('R4'), ('issuer_day'), ('R7'), ('ageing');

-- When each card at the issuer was last compared with the book (R1 of money §5), and what the issuer had more. A card
-- without `card_id` is not ours.
create table card_comparison (
  issuer_card_id text primary key,
  card_id uuid,
  company_id uuid,
  compared_at timestamptz not null,
  difference_cents bigint not null
) with (fillfactor = 70);
create index card_comparison_different on card_comparison (issuer_card_id) where difference_cents <> 0;
select protect('card_comparison', 'nobody');

-- The issuer's available balance at the first reading of each UTC day. `outcome` is of the period that this reading ends.
create table issuer_day (
  day date primary key,
  read_at timestamptz not null,
  available_cents bigint not null,
  outcome text check (outcome in ('agrees', 'differs')),
  detail text,
  checked_at timestamptz,
  check ((outcome is null) = (checked_at is null))
);

alter table issuer_day enable row level security;
create policy all_tenants on issuer_day using ((select current_setting('app.scope', true)) = 'all');

alter table reconciliation_finding drop constraint reconciliation_finding_invariant_check;
alter table reconciliation_finding add constraint reconciliation_finding_invariant_check
  check (invariant in ('R1', 'R2', 'R3', 'R4', 'issuer_day', 'R7', 'ageing'));
