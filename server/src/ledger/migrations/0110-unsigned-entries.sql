-- The queue of what no block covers yet. post_batch adds a journal's id in the statement that writes the journal, so a
-- row is visible exactly when its journal is. Signing needs no transaction ids: they end with their server.
-- `kind`: j a journal, a an account change. `at`: when the entry was queued.
create table unsigned_entry (
  at timestamptz not null,
  id uuid not null,
  kind "char" not null check (kind in ('j', 'a'))
);
-- Without a key: an index would cost every posting. Logical replication then compares whole rows.
alter table unsigned_entry replica identity full;
select only_readable('unsigned_entry');
alter table unsigned_entry enable row level security;
create policy all_tenants on unsigned_entry using ((select current_setting('app.scope', true)) = 'all');

-- Blocks of the first format covered ranges of transaction ids. There was no release yet: they are removed, and every
-- journal is signed again.
drop table block;
drop function append_block(text, bigint, bigint, bigint, bigint, bytea, bytea, bytea, timestamptz, text, bytea);
insert into unsigned_entry (at, id, kind) select recorded_at, id, 'j' from journal order by id;

do $$ declare code text := pg_get_functiondef('post_batch'::regproc);
begin
  code := replace(code, 'reverses, break_id, tx)', 'reverses, break_id)');
  code := replace(code, 'p_breaks[g], this_tx', 'p_breaks[g]');
  code := replace(code, E'  this_tx bigint := pg_current_xact_id()::text::bigint;\n', '');
  code := replace(code, E'  ), batch_written as (\n', $queue$  ), queued as (
    insert into unsigned_entry (at, id, kind)
    select p_at, p_journals[g], 'j' from generate_series(1, journals) g where journal_ok[g]
  ), batch_written as (
$queue$);
  execute code;
end $$;
alter table journal drop column tx;
