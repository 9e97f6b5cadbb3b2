-- Rows of a plan are written table by table, in the order in which the tables were registered.
alter table plan_table rename column place to write_order;
do $$ declare code text;
begin
  for code in select pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc like '%t.place%'
  loop
    execute replace(code, 't.place', 't.write_order');
  end loop;
end $$;
