-- Physical cards without a name that the issuer has produced: their number is at the issuer, here are bin, last digits,
-- serial and expiry. They belong to the installation, and to no company. `import_id`: the rows of one file have the same.
create table card_stock (
  id uuid primary key,
  import_id uuid not null,
  card_type_id uuid not null references card_type,
  serial text not null unique check (serial ~ '^[A-Z0-9][A-Z0-9-]{3,29}$'),
  bin text not null check (bin ~ '^\d{6,8}$'),
  last_digits text not null check (last_digits ~ '^\d{4}$'),
  expiry text not null check (expiry ~ '^(0[1-9]|1[0-2])/\d\d$'),
  created_at timestamptz not null
);
create index card_stock_by_time on card_stock (created_at desc, id desc);
create index card_stock_by_last_digits on card_stock (last_digits);
create index card_stock_by_type on card_stock (card_type_id);
