select pg_temp.has('index', 'ledger_break_by_journal');
select pg_temp.has('function', 'micros_of journal_parts journal_heads account_parts part_salt part_hash
  journal_leaves account_leaves opened_parts check_entries queued_entries summarize_postings');
-- Every queued journal and account change has a leaf.
do $$
declare journals uuid[]; changes uuid[];
begin
  journals := array(select id from unsigned_entry where kind = 'j' order by id limit 1000);
  changes := array(select id from unsigned_entry where kind = 'a' order by id limit 1000);
  assert (select count(*) from journal_leaves(journals, decode(repeat('00', 16 * cardinality(journals)), 'hex')))
    = cardinality(journals), 'a journal has no leaf';
  assert (select count(*) from account_leaves(changes, decode(repeat('00', 16 * cardinality(changes)), 'hex')))
    = cardinality(changes), 'an account change has no leaf';
end $$;
