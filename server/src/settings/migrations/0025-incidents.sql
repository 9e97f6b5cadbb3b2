-- Banners of incidents and maintenance. A maintenance closes areas of the product.
create table incident (
  id uuid primary key,
  kind text not null check (kind in ('information', 'incident', 'maintenance')),
  readers text not null check (readers in ('everyone', 'signedOut', 'cardholders', 'administrators')),
  closes text[] not null default '{}' check (closes <@ array['loads', 'cards', 'kyc']),
  text_en text not null check (char_length(text_en) between 1 and 300),
  text_es text not null check (char_length(text_es) between 1 and 300),
  starts_at timestamptz not null,
  until timestamptz check (until > starts_at),
  created_at timestamptz not null,
  created_by uuid not null,
  ended_at timestamptz,
  ended_by uuid,
  check (kind = 'maintenance' or closes = '{}'),
  check ((ended_at is null) = (ended_by is null))
);
create index incident_by_start on incident (starts_at desc, id desc);
