select pg_temp.has('function', 'plain_fee_schedule effective_fee_schedule');
-- Only a function in SQL without rights and settings of its own is merged into the statement that calls it.
do $$ begin
  assert (select l.lanname = 'sql' and not p.prosecdef and p.proconfig is null and p.provolatile = 's'
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.oid = 'plain_fee_schedule(uuid[], timestamptz)'::regprocedure), 'plain_fee_schedule is not merged';
end $$;
