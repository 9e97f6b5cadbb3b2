select pg_temp.has('column', 'block.signed_at');
select pg_temp.has_not('column', 'block.sealed_at');
select pg_temp.has('function', 'append_block');
select pg_temp.has('trigger', 'block.history_stays');
select pg_temp.has('history', 'block');
do $$ begin
  assert (select pg_get_functiondef('append_block'::regproc)) not like '%sealed_at%', 'the function has the old column';
end $$;
