select pg_temp.has('column', 'plan_table.write_order');
select pg_temp.has_not('column', 'plan_table.place');
do $$ begin
  assert not exists (select from pg_proc where pronamespace = 'public'::regnamespace and prosrc like '%t.place%'),
    'a function has the old column';
  assert exists (select from pg_proc where pronamespace = 'public'::regnamespace and prosrc like '%t.write_order%'),
    'no function orders the tables';
end $$;
