select pg_temp.has('function', 'append_block forget_batches');
do $$ begin
  assert (select prosrc like '%cannot be signed at this time%' from pg_proc where proname = 'append_block'),
    'append_block takes any time';
  assert (select prosrc like '%first_id%' from pg_proc where proname = 'forget_batches'), 'new batches may be forgotten';
  assert (select count(*) from pg_proc where proname in ('append_block', 'forget_batches') and prosecdef) = 2,
    'a function of the signer does not run as the owner';
end $$;
