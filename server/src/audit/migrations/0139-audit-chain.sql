-- The chain of the audit (docs/decisions/0013-audit-chain.md). Rows are written without it. Every minute the signer
-- hashes the new ones: a leaf for each row with its changes, and a signed block with the root of up to 8192 leaves and
-- the hash of the block before it.
create table audit_leaf_first (
  audit_id uuid primary key,
  -- of its block
  height bigint not null check (height > 0),
  leaf bytea not null check (length(leaf) = 32)
);
create table audit_leaf (like audit_leaf_first including defaults including constraints, primary key (audit_id))
  partition by range (audit_id);
create index audit_leaf_by_height on audit_leaf (height, audit_id);
alter table audit_leaf enable row level security;
create policy all_tenants on audit_leaf using ((select current_setting('app.scope', true)) = 'all');
create trigger audit_stays before update or delete or truncate on audit_leaf
  for each statement execute function audit_stays();
select only_readable('audit_leaf');
select partition_by_month('audit_leaf', 'audit_leaf_first', 'audit_id', null);

create table audit_block (
  height bigint primary key check (height > 0),
  entries int not null check (entries between 1 and 8192),
  -- largest id of the rows of this block and those before it: the signer looks a little further back than that
  last_id uuid not null,
  root bytea not null,
  previous bytea not null,
  -- the last block of the ledger at that time, as its height and hash; null: there was none
  ledger_block text,
  hash bytea not null,
  signed_at timestamptz(3) not null,
  key_id text not null,
  signature bytea not null
);
create trigger audit_stays before update or delete or truncate on audit_block
  for each statement execute function audit_stays();
select only_readable('audit_block');

-- The leaf of each row: the hash of all its columns and all its changes. Ids are in ascending order. Encrypted values
-- are hashed as they are stored, so a row can be checked after the key of its person was erased.
create function audit_leaves(p_ids uuid[]) returns table (id uuid, leaf bytea) language sql stable
set jit = off as $$
  select a.id, sha256('\x00' || convert_to(jsonb_build_array('cardamom audit 1', a.id, micros_of(a.at),
    micros_of(a.business_at), a.actor_kind, a.actor_id, a.impersonator_id, a.session_id, a.company_id, a.action,
    a.object_id, a.outcome, a.request_id, a.address, a.details, a.device, a.subject_id, c.changes)::text, 'UTF8'))
  from unnest(p_ids) e (id)
  join audit a on a.id = e.id and a.id >= p_ids[1] and a.id <= p_ids[cardinality(p_ids)]
  left join lateral (
    select jsonb_agg(jsonb_build_array(c.number, c.entity, c.entity_id, c.company_id, c.user_id, c.before, c.after,
      c.personal_fields, encode(c.personal, 'hex')) order by c.number) as changes
    from audit_change c where c.audit_id = a.id and c.audit_id >= p_ids[1] and c.audit_id <= p_ids[cardinality(p_ids)]
  ) c on true
$$;
select callable_by_app('audit_leaves(uuid[])');

-- Appends a block with its leaves: all of it or, when another copy of the server has appended one of this height,
-- nothing (false).
create function append_audit_block(p_height bigint, p_root bytea, p_previous bytea, p_ledger_block text, p_hash bytea,
  p_signed_at timestamptz, p_key_id text, p_signature bytea, p_ids uuid[], p_leaves bytea)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last audit_block;
begin
  if (p_signed_at between timestamptz '1970-01-01 00:00Z' and latest_time()) is not true then
    raise exception 'a block cannot be signed at this time: %', p_signed_at using errcode = 'LG002';
  end if;
  if cardinality(p_ids) * 32 is distinct from length(p_leaves) then
    raise exception 'a block has a leaf for each row' using errcode = 'LG002';
  end if;
  select * into last from audit_block order by height desc limit 1;
  if p_height <> coalesce(last.height, 0) + 1 or p_previous <> coalesce(last.hash, '') then return false; end if;
  insert into audit_block (height, entries, last_id, root, previous, ledger_block, hash, signed_at, key_id, signature)
  values (p_height, cardinality(p_ids), greatest(last.last_id, p_ids[cardinality(p_ids)]), p_root, p_previous, p_ledger_block, p_hash,
    p_signed_at, p_key_id, p_signature)
  on conflict do nothing;
  if not found then return false; end if;
  insert into audit_leaf (audit_id, height, leaf)
  select e.id, p_height, substr(p_leaves, 32 * e.place::int - 31, 32) from unnest(p_ids) with ordinality e (id, place);
  return true;
end $$;
revoke execute on function append_audit_block(bigint, bytea, bytea, text, bytea, timestamptz, text, bytea, uuid[], bytea)
  from public;
select only_for('signer', 'append_audit_block');

-- The block of one row, for who may read the row: it is the reader's scope that decides.
create function audit_block_of(p_id uuid) returns table (height bigint, signed_at timestamptz) language sql stable
security definer set search_path = public, pg_temp as $$
  select b.height, b.signed_at from audit_leaf l join audit_block b on b.height = l.height where l.audit_id = p_id
$$;
select callable_by_app('audit_block_of(uuid)');

-- Filters of the audit's page: by action, and the few rows that are refusals.
create index audit_by_action on audit (action, id desc);
create index audit_by_refusal on audit (company_id, id desc) where outcome <> 'done';
