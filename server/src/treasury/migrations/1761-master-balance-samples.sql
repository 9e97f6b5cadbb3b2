-- What the issuer said of the master account, the last reading of each UTC day: the trend of the page of its balance.
create table master_balance_sample (
  day date primary key,
  -- All of the account, and what of it is on no card.
  available_cents bigint not null,
  float_cents bigint not null,
  read_at timestamptz not null
);
alter table master_balance_sample enable row level security;
create policy all_tenants on master_balance_sample using ((select current_setting('app.scope', true)) = 'all');
