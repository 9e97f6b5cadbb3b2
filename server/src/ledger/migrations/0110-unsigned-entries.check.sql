select pg_temp.has('table', 'unsigned_entry');
select pg_temp.has('wall', 'unsigned_entry');
select pg_temp.has('history', 'unsigned_entry');
select pg_temp.has('policy', 'unsigned_entry.all_tenants');
select pg_temp.has('rule', 'unsigned_entry.unsigned_entry_kind_check');
select pg_temp.has_not('column', 'journal.tx');
select pg_temp.has_not('table', 'block');
select pg_temp.has_not('function', 'append_block');
do $$ declare code text := (select prosrc from pg_proc where proname = 'post_batch');
begin
  assert code like '%insert into unsigned_entry%', 'post_batch queues no journal';
  assert code not like '%tx%', 'post_batch has the number of its transaction';
  assert (select count(*) from unsigned_entry where kind = 'j') = (select count(*) from journal),
    'a journal is not queued';
end $$;
