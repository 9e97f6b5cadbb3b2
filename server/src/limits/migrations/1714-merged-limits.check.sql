select pg_temp.has('function', 'narrow_limit narrowed_limit plain_limit limit_before');
do $$ begin
  assert (select l.lanname = 'sql' and not p.prosecdef and p.proconfig is null and p.provolatile = 's'
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.oid = 'plain_limit(uuid, uuid[], text, int)'::regprocedure), 'plain_limit is not merged';
  assert narrow_limit(null, 0::smallint, 1, 9, 20) = array[1, 9, 20]::bigint[], 'the first limit counts';
  assert narrow_limit('{1,9,20}', 2::smallint, 3, 12, 15) = array[3, 9, 15]::bigint[], 'a company narrows';
  assert narrow_limit('{1,9,20}', 2::smallint, 10, 12, 15) = array[1, 9, 20]::bigint[], 'nothing would be left';
  assert narrow_limit('{1,9,20}', 0::smallint, 10, 12, 30) = array[10, 12, 30]::bigint[], 'the operator replaces';
end $$;
