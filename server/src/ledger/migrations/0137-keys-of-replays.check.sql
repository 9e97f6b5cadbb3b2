do $$ begin
  assert (select count(*) = 1 and bool_and(prosrc like '%if knows_replays then%') from pg_proc where proname = 'post_batch'),
    'post_batch looks for the keys of each batch';
end $$;
