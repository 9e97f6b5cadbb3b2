-- What blocks have signed, numbered without a gap from 1. `leaf` is the hash in the tree of the entry's block; `salt`
-- hides the parts of a journal from those who see only their hashes (money §9).
create table signed_entry (
  number bigint primary key check (number > 0),
  id uuid not null,
  kind "char" not null check (kind in ('j', 'a')),
  salt bytea not null check (length(salt) = 16),
  leaf bytea not null check (length(leaf) = 32),
  constraint signed_once unique (id, kind)
);
select append_only('signed_entry');
alter table signed_entry enable row level security;
create policy all_tenants on signed_entry using ((select current_setting('app.scope', true)) = 'all');

-- A chain of signed Merkle roots. A block covers the entries first_number to last_number.
create table block (
  height bigint primary key,
  first_number bigint not null,
  last_number bigint not null unique,
  root bytea not null,
  previous bytea not null,
  hash bytea not null,
  signed_at timestamptz not null,
  key_id text not null,
  signature bytea not null,
  check (last_number between first_number and first_number + 8191)
);
select append_only('block');

-- Appends a block and its entries, and removes them from the queue: all of it or, when another copy of the server has
-- appended a block of this height, nothing (false). The other copy's insert is waited for.
create function append_block(
  p_height bigint, p_first bigint, p_root bytea, p_previous bytea, p_hash bytea, p_signed_at timestamptz, p_key_id text,
  p_signature bytea, p_rows tid[], p_kinds "char"[], p_ids uuid[], p_salts bytea, p_leaves bytea
) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last block;
  entries int := cardinality(p_ids);
begin
  select * into last from block order by height desc limit 1;
  if p_height <> coalesce(last.height, 0) + 1 or p_first <> coalesce(last.last_number, 0) + 1
    or p_previous <> coalesce(last.hash, '') then
    return false;
  end if;
  insert into block (height, first_number, last_number, root, previous, hash, signed_at, key_id, signature)
  values (p_height, p_first, p_first + entries - 1, p_root, p_previous, p_hash, p_signed_at, p_key_id, p_signature)
  on conflict do nothing;
  if not found then return false; end if;
  with removed as (delete from unsigned_entry where ctid = any (p_rows) returning kind, id),
  matched as (
    select from removed r join unnest(p_kinds, p_ids) e (kind, id) on e.kind = r.kind and e.id = r.id
  )
  select count(*) into entries from matched;
  if entries <> cardinality(p_ids) or entries <> cardinality(p_rows) then
    raise exception 'a block may only sign what is queued' using errcode = 'LG002';
  end if;
  insert into signed_entry (number, id, kind, salt, leaf)
  select p_first + e.place - 1, e.id, e.kind, substr(p_salts, 16 * e.place::int - 15, 16),
    substr(p_leaves, 32 * e.place::int - 31, 32)
  from unnest(p_kinds, p_ids) with ordinality e (kind, id, place);
  return true;
end $$;
select callable_by_app('append_block(bigint, bigint, bytea, bytea, bytea, timestamptz, text, bytea, tid[], "char"[],
  uuid[], bytea, bytea)');
