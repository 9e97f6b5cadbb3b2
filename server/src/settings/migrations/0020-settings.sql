-- What the operator changed; a key that is absent has its value of the catalogue (contract, settings).
create table setting (
  key text primary key,
  value jsonb not null,
  version int not null default 1,
  changed_at timestamptz not null,
  changed_by uuid
);
