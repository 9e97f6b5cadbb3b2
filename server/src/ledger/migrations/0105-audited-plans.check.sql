do $$ begin
  assert exists (select from plan_table where name = 'audit'::regclass), 'a plan may not write the audit';
end $$;
