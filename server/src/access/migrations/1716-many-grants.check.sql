select pg_temp.has('function', 'use_grants');
do $$ begin
  assert (select 'fillfactor=60' = any (reloptions) from pg_class where oid = 'step_up_grant'::regclass),
    'a page of grants has no room';
end $$;
