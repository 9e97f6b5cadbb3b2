-- It is in a language that keeps its plan, and still sees what the owner sees.
do $$ begin
  assert (select l.lanname = 'plpgsql' and p.prosecdef from pg_proc p join pg_language l on l.oid = p.prolang
    where p.oid = 'effective_limit(uuid, text)'::regprocedure), 'effective_limit(uuid, text) is planned at every call';
end $$;
