-- A share also comes from a top-up, and is taken back in part when a part of its source is reversed. `undone_at` is the
-- time when nothing of it was left.
alter table share rename column load_id to source_id;
alter index share_by_load rename to share_by_source;
alter table share add column source_kind text not null default 'load' check (source_kind in ('load', 'topup'));
alter table share alter column source_kind drop default;
alter table share add column undone_cents bigint not null default 0;
update share set undone_cents = amount_cents where undone_at is not null;
alter table share add constraint share_undone_in_parts
  check (undone_cents between 0 and amount_cents and (undone_cents = amount_cents) = (undone_at is not null));
