-- The texts and hashes that blocks sign (money §9), for many entries at a time: the signer, the check of the whole book
-- and proofs use the same functions. Ids are in ascending order, so that one range of each table is read; salts have 16
-- bytes each, in the order of the ids.

create index ledger_break_by_journal on ledger_break (journal_id);

-- Microseconds since 1970.
create function micros_of(instant timestamptz) returns bigint language sql stable parallel safe as $$
  select (extract(epoch from instant) * 1000000)::bigint
$$;

-- `name` identifies a part within its entry; the text of the part is name and facts with a space between them.
create function journal_parts(p_ids uuid[])
returns table (journal_id uuid, account_id uuid, owner_id uuid, company_id uuid, name text, facts text)
language sql stable as $$
  select p.journal_id, p.account_id, null::uuid, p.company_id, 'leg ' || p.account_id || ' ' || p.seq,
    p.amount || ' ' || p.balance_after || ' ' || micros_of(p.effective_at) || ' ' || coalesce(p.company_id::text, '-')
      || ' ' || coalesce(p.ref::text, '-') || ' ' || encode(p.hash, 'hex')
  from posting p
  where p.journal_id >= p_ids[1] and p.journal_id <= p_ids[cardinality(p_ids)]
  union all
  select l.journal_id, null::uuid, l.owner_id, l.company_id, 'wallet ' || l.owner_id || ' ' || l.wallet || ' ' || l.seq,
    l.kind || ' ' || micros_of(l.effective_at) || ' ' || coalesce(l.company_id::text, '-')
      || ' ' || l.available_before || ' ' || l.available_after || ' ' || l.pending_before || ' ' || l.pending_after
      || ' ' || l.reserved_before || ' ' || l.reserved_after
  from wallet_line l
  where l.journal_id >= p_ids[1] and l.journal_id <= p_ids[cardinality(p_ids)]
  union all
  select b.journal_id, b.account_id, b.owner_id, b.company_id, 'break ' || b.id,
    b.class || ' ' || b.account_id || ' ' || coalesce(b.owner_id::text, '-') || ' ' || coalesce(b.company_id::text, '-')
      || ' ' || b.balance || ' ' || micros_of(b.at)
  from ledger_break b
  where b.journal_id >= p_ids[1] and b.journal_id <= p_ids[cardinality(p_ids)]
$$;

create function journal_heads(p_ids uuid[]) returns table (id uuid, head text) language sql stable as $$
  select j.id, 'cardamom journal 2' || E'\n' || j.id || E'\n' || j.idem || E'\n' || encode(j.command_hash, 'hex') || E'\n'
    || j.kind || E'\n' || micros_of(j.effective_at) || E'\n' || micros_of(j.recorded_at)
    || E'\n' || coalesce(j.subject_id::text, '-') || E'\n' || coalesce(j.reverses::text, '-')
    || E'\n' || coalesce(j.break_id::text, '-')
  from journal j
  where j.id >= p_ids[1] and j.id <= p_ids[cardinality(p_ids)]
$$;

create function account_parts(p_ids uuid[])
returns table (id uuid, owner_id uuid, company_id uuid, head text, name text, facts text) language sql stable as $$
  select c.id, c.owner_id, c.company_id, 'cardamom account 2' || E'\n' || c.id || E'\n' || micros_of(c.at),
    'account ' || c.account_id || ' ' || c.number,
    c.code || ' ' || coalesce(c.asset, '-') || ' ' || c.currency || ' ' || coalesce(c.owner_id::text, '-')
      || ' ' || coalesce(c.company_id::text, '-') || ' ' || c.class::text || ' ' || c.side::text
      || ' ' || c.by_ref || ' ' || c.passable || ' ' || c.traits || ' ' || coalesce(c.floor::text, '-')
      || ' ' || coalesce(micros_of(c.closed_at)::text, '-')
  from account_change c where c.id = any (p_ids)
$$;

create function part_salt(salt bytea, name text) returns bytea language sql stable parallel safe as $$
  select sha256(salt || convert_to(name, 'UTF8'))
$$;
create function part_hash(salt bytea, name text, facts text) returns bytea language sql stable parallel safe as $$
  select sha256(sha256(salt || convert_to(name, 'UTF8')) || convert_to(name || ' ' || facts, 'UTF8'))
$$;

create function journal_leaves(p_ids uuid[], p_salts bytea) returns table (id uuid, leaf bytea) language sql stable
set enable_nestloop = off
set enable_seqscan = off
set jit = off as $$
  with entry as materialized (
    select e.id, substr(p_salts, 16 * e.place::int - 15, 16) as salt
    from unnest(p_ids) with ordinality e (id, place)
  ), part as (
    select e.id, part_hash(e.salt, p.name, p.facts) as hash
    from journal_parts(p_ids) p join entry e on e.id = p.journal_id
  ), parts as (
    select part.id, string_agg(E'\n' || encode(part.hash, 'hex'), '' order by part.hash) as hashes from part group by part.id
  )
  select j.id, sha256('\x00' || convert_to(j.head || coalesce(s.hashes, ''), 'UTF8'))
  from journal_heads(p_ids) j join entry e on e.id = j.id left join parts s on s.id = j.id
$$;

create function account_leaves(p_ids uuid[], p_salts bytea) returns table (id uuid, leaf bytea) language sql stable
set enable_seqscan = off
set jit = off as $$
  select c.id, sha256('\x00' || convert_to(c.head || E'\n' || encode(part_hash(e.salt, c.name, c.facts), 'hex'), 'UTF8'))
  from (
    select e.id, substr(p_salts, 16 * e.place::int - 15, 16) as salt
    from unnest(p_ids) with ordinality e (id, place)
  ) e, account_parts(array[e.id]) c
$$;

-- The parts of one journal with their salts and hashes, for its proof.
create function opened_parts(p_id uuid, p_salt bytea)
returns table (owner_id uuid, company_id uuid, text text, salt bytea, hash bytea) language sql stable
set enable_seqscan = off
set jit = off as $$
  select coalesce(p.owner_id, a.owner_id), p.company_id, p.name || ' ' || p.facts, part_salt(p_salt, p.name),
    part_hash(p_salt, p.name, p.facts)
  from journal_parts(array[p_id]) p left join account a on a.id = p.account_id
$$;

-- The first entries of the queue. Those that are signed already are left out, because a planted row must not stop the
-- signer. Each is looked up by its key, whatever the planner knows about the tables.
create function queued_entries(p_limit int) returns table (queue_row tid, kind "char", id uuid) language sql stable
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
set jit = off as $$
  select u.ctid, u.kind, u.id from unsigned_entry u
  where not exists (select from signed_entry s where s.id = u.id and s.kind = u.kind) limit p_limit
$$;

-- The stored leaves of a range of entries, and those entries that have another leaf now (`differs`) or whose row is
-- gone. The numbers of a range have no gap if `entries` is its length.
create function check_entries(p_first bigint, p_last bigint, out entries int, out leaves bytea, out faults json)
language plpgsql stable
set enable_nestloop = off
set jit = off as $$
declare
  journals uuid[]; journal_salts bytea; changes uuid[]; change_salts bytea;
begin
  select array_agg(e.id order by e.id) filter (where kind = 'j'),
    string_agg(salt, ''::bytea order by e.id) filter (where kind = 'j'),
    array_agg(e.id order by e.id) filter (where kind = 'a'),
    string_agg(salt, ''::bytea order by e.id) filter (where kind = 'a')
  into journals, journal_salts, changes, change_salts
  from signed_entry e where number between p_first and p_last;
  select count(*), string_agg(e.leaf, ''::bytea order by e.number),
    json_agg(json_build_object('number', e.number::text, 'kind', e.kind, 'id', e.id, 'differs', c.leaf is not null)
      order by e.number) filter (where e.leaf is distinct from c.leaf)
  into entries, leaves, faults
  from signed_entry e left join (
    select 'j'::"char" as kind, j.id, j.leaf from journal_leaves(journals, journal_salts) j
    union all select 'a', a.id, a.leaf from account_leaves(changes, change_salts) a
  ) c on c.kind = e.kind and c.id = e.id
  where e.number between p_first and p_last;
end $$;

-- Without it, every search by journal reads all postings that the background workers of PostgreSQL have not summarised
-- yet. A vacuum of the table does the same work: this call does not wait for it, and does not stop it.
create function summarize_postings() returns void language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  lock table posting in share update exclusive mode nowait;
  perform brin_summarize_new_values('posting_by_journal');
exception when lock_not_available then
  null;
end $$;
select callable_by_app('summarize_postings()');
