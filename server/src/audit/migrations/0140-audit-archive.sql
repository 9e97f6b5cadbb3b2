-- Months of the audit that the operator archived (docs/decisions/0013-audit-chain.md). `npm run audit -- archive` writes
-- the rows of a partition into a file, and a signed record of it here. The owner may then remove the partition.
create table audit_archive (
  -- of the table `audit`, for example audit_202601
  partition text primary key check (partition ~ '^audit_(first|[0-9]{6})$'),
  -- the bounds of the partition; null: from the first row on
  from_id uuid,
  to_id uuid not null check (to_id > from_id),
  entries bigint not null check (entries > 0),
  -- the last block that covers a row of it
  last_height bigint not null check (last_height > 0),
  last_hash bytea not null,
  file text not null check (length(file) between 1 and 200),
  file_hash bytea not null check (length(file_hash) = 32),
  archived_at timestamptz(3) not null,
  key_id text not null,
  signature bytea not null
);
create trigger audit_stays before update or delete or truncate on audit_archive
  for each statement execute function audit_stays();
select only_readable('audit_archive');

-- What the leaf of a row is the hash of, and what a line of an archive is: all its columns and all its changes. Ids are
-- in ascending order.
create function audit_lines(p_ids uuid[]) returns table (id uuid, line text) language sql stable
set jit = off as $$
  select a.id, jsonb_build_array('cardamom audit 1', a.id, micros_of(a.at),
    micros_of(a.business_at), a.actor_kind, a.actor_id, a.impersonator_id, a.session_id, a.company_id, a.action,
    a.object_id, a.outcome, a.request_id, a.address, a.details, a.device, a.subject_id, c.changes)::text
  from unnest(p_ids) e (id)
  join audit a on a.id = e.id and a.id >= p_ids[1] and a.id <= p_ids[cardinality(p_ids)]
  left join lateral (
    select jsonb_agg(jsonb_build_array(c.number, c.entity, c.entity_id, c.company_id, c.user_id, c.before, c.after,
      c.personal_fields, encode(c.personal, 'hex')) order by c.number) as changes
    from audit_change c where c.audit_id = a.id and c.audit_id >= p_ids[1] and c.audit_id <= p_ids[cardinality(p_ids)]
  ) c on true
$$;
select callable_by_app('audit_lines(uuid[])');

create or replace function audit_leaves(p_ids uuid[]) returns table (id uuid, leaf bytea) language sql stable
set jit = off as $$
  select l.id, sha256('\x00' || convert_to(l.line, 'UTF8')) from audit_lines(p_ids) l
$$;
