do $$ begin
  assert pg_get_functiondef('post_batch'::regproc) like '%last_legs[account]%'
    and pg_get_functiondef('post_batch'::regproc) not like '%for earlier in reverse%',
    'post_batch searches all earlier legs for each undone one';
end $$;
