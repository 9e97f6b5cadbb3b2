select pg_temp.has('table', 'journal_key journal journal_first journal_other journal_detail journal_detail_first
  journal_detail_other posting posting_first posting_other wallet_line wallet_line_first wallet_line_other signed_entry
  signed_entry_first signed_entry_other');
select pg_temp.has('unique', 'journal_idem journal_reversed_once journal_pkey journal_detail_pkey signed_once');
select pg_temp.has('index', 'journal_by_subject journal_detail_by_actor journal_detail_by_metadata posting_by_journal
  posting_by_effect wallet_line_by_journal journal_key_by_journal');
select pg_temp.has('rule', 'journal_key.journal_idem journal_key.journal_reverses_one posting.posting_amount_check
  wallet_line.wallet_line_wallet_check journal_detail.journal_detail_says_something signed_entry.signed_entry_leaf_check
  signed_entry.signed_once');
select pg_temp.has_not('rule', 'journal.journal_idem journal_first.journal_idem');
select pg_temp.has('wall', 'journal_key journal journal_first journal_other journal_detail journal_detail_first
  journal_detail_other posting posting_first posting_other wallet_line wallet_line_first wallet_line_other signed_entry
  signed_entry_first signed_entry_other');
select pg_temp.has('policy', 'journal_key.all_tenants journal.all_tenants journal_detail.all_tenants posting.tenant
  wallet_line.tenant signed_entry.all_tenants');
select pg_temp.has_not('policy', 'journal_first.all_tenants journal_detail_first.all_tenants posting_first.tenant
  wallet_line_first.tenant signed_entry_first.all_tenants');
select pg_temp.has('history', 'journal_key journal journal_detail posting wallet_line signed_entry');
select pg_temp.has('trigger', 'journal_key.history_stays journal.history_stays journal_detail.history_stays
  posting.history_stays wallet_line.history_stays signed_entry.history_stays');
select pg_temp.has('function', 'journal_key_of plan_verdicts post_batch summarize_postings');
do $$
declare
  yearly regclass[] := '{journal, journal_detail, posting, wallet_line, signed_entry}';
begin
  assert (select bool_and((select array_agg(right(c.relname, -length(t.name::text)) order by c.relname) from pg_inherits i
    join pg_class c on c.oid = i.inhrelid where i.inhparent = t.name)::text ~ '^{_\d{4},_first,_other}$')
    from unnest(yearly) t (name)), 'a table of the ledger has other partitions';
  assert not exists (select from pg_inherits i where i.inhparent = any (yearly) and not exists (
    select from pg_trigger t where t.tgrelid = i.inhrelid and t.tgname = 'history_stays')),
    'the rows of a partition can be changed';
  -- Also where the table itself cannot have it.
  assert not exists (select from pg_inherits i where i.inhparent = any (yearly) and not exists (
    select from pg_constraint c where c.conrelid = i.inhrelid and c.contype = 'p')), 'a partition has no primary key';
  assert not exists (select from pg_inherits i join pg_index x on x.indexrelid = i.inhrelid
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('posting_by_journal'::regclass, 'posting_by_effect'::regclass)
      and c.reloptions is distinct from '{pages_per_range=32,autosummarize=on}'), 'an index lost its settings';
  assert not exists (select from pg_class c, aclexplode(c.relacl) g where c.oid in (
    select inhrelid from pg_inherits where inhparent = any (yearly)) and g.grantee <> c.relowner),
    'somebody has a right to a partition';
  assert not exists (
    select from (select tableoid, 'journal_first'::regclass as first_part from journal
      union all select tableoid, 'posting_first'::regclass from posting) r
    where tableoid <> first_part), 'an earlier row is not in the first partition';
  assert (select count(*) from journal_key) = (select count(*) from journal), 'a journal has no key';
  assert not exists (select from journal j left join journal_key k on k.key = journal_key_of(j.idem)
    where k.journal_id is distinct from j.id or k.reverses is distinct from j.reverses), 'a key is of another journal';
  assert (select count(*) from pg_proc where proname in ('plan_verdicts', 'post_batch')) = 2, 'a function is there twice';
  assert (select prosrc like '%insert into journal_key%' and prosrc not like '%j.idem%' from pg_proc
    where proname = 'post_batch'), 'post_batch writes no keys';
  assert not exists (select from pg_proc where proname in ('plan_verdicts', 'post_batch', 'journal_key_of')
    and has_function_privilege('public', oid, 'execute')), 'anybody may call a part of post_batch';
end $$;
