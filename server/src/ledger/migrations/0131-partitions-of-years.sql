-- The tables of the ledger that grow with each journal are partitioned by year from now on. No row is copied: the
-- present rows become the first partition. The key of a journal must be unique for ever and has no time in it, so keys
-- are in a table of their own, which has no partitions.

-- The key of a journal as it is stored: a part of its hash. With the byte of its length it takes 16 bytes in the index,
-- which is the one index of the ledger that grows for ever.
create function journal_key_of(p_idem text) returns bytea language sql stable parallel safe as $$
  select substr(sha256(convert_to(p_idem, 'UTF8')), 1, 15)
$$;
select callable_by_app('journal_key_of(text)');

create table journal_key (
  key bytea not null,
  journal_id uuid not null,
  reverses uuid
);
select append_only('journal_key');
alter table journal_key enable row level security;
create policy all_tenants on journal_key using ((select current_setting('app.scope', true)) = 'all');
-- In the order of ids, so that a range of journals has its keys in a range of pages.
insert into journal_key (key, journal_id, reverses) select journal_key_of(idem), id, reverses from journal order by id;
alter table journal drop constraint journal_reverses_one, drop constraint journal_idem;
drop index journal_reversed_once;
alter table journal_key add constraint journal_idem primary key (key);
create index journal_key_by_journal on journal_key using brin (journal_id)
  with (pages_per_range = 32, autosummarize = on);
create unique index journal_reversed_once on journal_key (reverses) where reverses is not null;

alter table journal rename to journal_first;
alter index journal_pkey rename to journal_first_pkey;
alter index journal_by_subject rename to journal_first_by_subject;
create table journal (like journal_first including defaults including constraints, primary key (id))
  partition by range (id);
create index journal_by_subject on journal (subject_id) where subject_id is not null;
select append_only('journal');
alter table journal enable row level security;
create policy all_tenants on journal using ((select current_setting('app.scope', true)) = 'all');
select partition_by_time('journal', 'journal_first', 'id', 12, null);
alter table journal_key add constraint journal_reverses_one foreign key (reverses) references journal (id);

alter table journal_detail rename to journal_detail_first;
alter index journal_detail_pkey rename to journal_detail_first_pkey;
alter index journal_detail_by_actor rename to journal_detail_first_by_actor;
alter index journal_detail_by_metadata rename to journal_detail_first_by_metadata;
create table journal_detail (like journal_detail_first including defaults including constraints, primary key (journal_id))
  partition by range (journal_id);
create index journal_detail_by_actor on journal_detail (actor, journal_id) where actor is not null;
create index journal_detail_by_metadata on journal_detail using gin (metadata jsonb_path_ops);
select append_only('journal_detail');
alter table journal_detail enable row level security;
create policy all_tenants on journal_detail using ((select current_setting('app.scope', true)) = 'all');
select partition_by_time('journal_detail', 'journal_detail_first', 'journal_id', 12, null);

-- The numbers of an account and of a wallet are unique in each partition. Over all partitions post_batch makes them
-- unique, under the lock of the account, and the checks of the book find one that is there twice. A key with the journal
-- in it would make the largest index of the database half as large again.
alter table posting rename to posting_first;
alter index posting_pkey rename to posting_first_pkey;
alter index posting_by_journal rename to posting_first_by_journal;
alter index posting_by_effect rename to posting_first_by_effect;
create table posting (like posting_first including defaults including constraints) partition by range (journal_id);
create index posting_by_journal on posting using brin (journal_id) with (pages_per_range = 32, autosummarize = on);
create index posting_by_effect on posting using brin (effective_at) with (pages_per_range = 32, autosummarize = on);
select append_only('posting');
select protect('posting', 'nobody');
select partition_by_time('posting', 'posting_first', 'journal_id', 12, null);

alter table wallet_line rename to wallet_line_first;
alter index wallet_line_pkey rename to wallet_line_first_pkey;
alter index wallet_line_by_journal rename to wallet_line_first_by_journal;
create table wallet_line (like wallet_line_first including defaults including constraints)
  partition by range (journal_id);
create index wallet_line_by_journal on wallet_line (journal_id);
select append_only('wallet_line');
select protect('wallet_line', 'owner_id');
select partition_by_time('wallet_line', 'wallet_line_first', 'journal_id', 12, null);

-- Ids of account changes are random: their entries stay in the first partition, as account_change has no partitions.
-- The check of the blocks finds a number that is there twice.
alter table signed_entry rename to signed_entry_first;
alter index signed_entry_pkey rename to signed_entry_first_pkey;
alter index signed_once rename to signed_once_first;
create table signed_entry (like signed_entry_first including defaults including constraints,
  constraint signed_once unique (id, kind)) partition by range (kind, id);
select append_only('signed_entry');
alter table signed_entry enable row level security;
create policy all_tenants on signed_entry using ((select current_setting('app.scope', true)) = 'all');
select partition_by_time('signed_entry', 'signed_entry_first', 'id', 12, null, 'kind', 'j');

-- As it was, for the index of each partition, and for the keys too.
create or replace function summarize_postings() returns void language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  summary record;
begin
  for summary in
    select i.indrelid::regclass as of_table, i.indexrelid as index
    from unnest(array['posting_by_journal', 'journal_key_by_journal']::regclass[]) s (name)
    -- An index without partitions has no tree.
    left join lateral pg_partition_tree(s.name) t on t.isleaf
    join pg_index i on i.indexrelid = coalesce(t.relid, s.name)
  loop
    begin
      execute format('lock table only %s in share update exclusive mode nowait', summary.of_table);
      perform brin_summarize_new_values(summary.index);
    exception when lock_not_available then
      null;
    end;
  end loop;
end $$;

-- post_batch makes the hashes of the keys once for each batch. A key whose journal is gone is known too.
do $do$
declare
  code text := pg_get_functiondef('plan_verdicts'::regproc);
  change text[];
begin
  foreach change slice 1 in array array[
    ['p_keys text[], p_commands', 'p_keys text[], p_hashes bytea[], p_commands'],
    [$part$select j.id, j.idem, j.command_hash from journal j where j.idem = any (p_keys) loop$part$,
      $part$
    select k.key, k.journal_id as id, j.idem, j.command_hash from journal_key k left join journal j on j.id = k.journal_id
    where k.key = any (p_hashes)
  loop$part$],
    ['array_position(p_keys, row.idem)', 'array_position(p_hashes, row.key)'],
    ['same[ordinal] := row.command_hash', 'same[ordinal] := row.idem = p_keys[ordinal] and row.command_hash']
  ] loop
    assert strpos(code, change[1]) > 0, 'plan_verdicts has another text: ' || change[1];
    code := replace(code, change[1], change[2]);
  end loop;
  execute format('drop function %s', 'plan_verdicts'::regproc::oid::regprocedure);
  execute code;
  execute format('revoke execute on function %s from public', 'plan_verdicts'::regproc::oid::regprocedure);

  code := pg_get_functiondef('post_batch'::regproc);
  foreach change slice 1 in array array[
    [$part$  verdicts jsonb[] := '{}';
$part$, $part$  verdicts jsonb[] := '{}';
  key_hashes bytea[] := array(
    select journal_key_of(k.key) from unnest(p_keys) with ordinality k (key, ordinal) order by k.ordinal);
$part$],
    ['exists (select 1 from journal j where j.idem = any (p_keys))',
      $part$exists (select 1 from journal_key k where k.key = any (key_hashes))$part$],
    ['p_journals, p_keys, p_commands, p_updates', 'p_journals, p_keys, key_hashes, p_commands, p_updates'],
    [$part$  ), postings_written as (
$part$, $part$  ), keys_written as (
    insert into journal_key (key, journal_id, reverses)
    select key_hashes[g], p_journals[g], p_reverses[g] from generate_series(1, journals) g where journal_ok[g]
  ), postings_written as (
$part$]
  ] loop
    assert strpos(code, change[1]) > 0, 'post_batch has another text: ' || change[1];
    code := replace(code, change[1], change[2]);
  end loop;
  execute code;
end $do$;
