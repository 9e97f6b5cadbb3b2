-- The function is in PL/pgSQL, which keeps its plan, and runs with the rights of its owner.
do $$ begin
  assert (select l.lanname = 'plpgsql' and p.prosecdef from pg_proc p join pg_language l on l.oid = p.prolang
    where p.oid = 'find_balances(uuid[])'::regprocedure), 'find_balances(uuid[]) is planned at every call';
end $$;
