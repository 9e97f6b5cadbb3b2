select pg_temp.has('function', 'plain_wallet_facts plain_holders plain_transfer_terms wallet_facts transfer_terms transfers_sides');
-- Only functions in SQL without rights and settings of their own are merged into the statement that calls them.
do $$ begin
  assert (select count(*) = 3 from pg_proc p join pg_language l on l.oid = p.prolang
    where p.proname in ('plain_wallet_facts', 'plain_holders', 'plain_transfer_terms') and l.lanname = 'sql'
      and not p.prosecdef and p.proconfig is null and p.provolatile = 's'), 'the facts of a transfer are not merged';
end $$;
