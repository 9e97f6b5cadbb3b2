-- `plan_insert` names all columns of the audit except the details, which a plan does not write.
select pg_temp.has('function', 'plan_insert');
do $$ begin
  assert (select array_agg(a.attname::text order by a.attname::text) from pg_attribute a
      where a.attrelid = 'audit'::regclass and a.attnum > 0 and not a.attisdropped and a.attname <> 'details')
    = array['action', 'actor_id', 'actor_kind', 'address', 'at', 'business_at', 'company_id', 'id', 'impersonator_id',
      'object_id', 'outcome', 'request_id', 'session_id'], 'the audit has other columns';
  assert not has_function_privilege('public', 'plan_insert(jsonb, boolean[])', 'execute'), 'anybody may call plan_insert';
end $$;
