-- What the demo made, row by row, so that it can be told apart and removed exactly.
create table demo_record (
  kind text not null check (kind in ('company', 'person', 'seller_code')),
  row_id uuid not null,
  made_at timestamptz not null,
  primary key (kind, row_id)
);
