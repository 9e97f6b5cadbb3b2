-- What the chain and the issuer last said about a holding of the treasury, and what the book said in that moment. Cents, or
-- ledger units of the asset.
create table treasury_reading (
  holding text not null check (holding in ('treasury', 'payout', 'venue', 'float')),
  -- '': USD
  asset text not null,
  outside_units bigint not null,
  book_units bigint not null,
  read_at timestamptz not null,
  primary key (holding, asset)
);
alter table treasury_reading enable row level security;
create policy all_tenants on treasury_reading using ((select current_setting('app.scope', true)) = 'all');
