select pg_temp.has('column', 'chain_transfer.screened_out');
do $$ begin
  assert not exists (select from chain_transfer t where not screened_out and (
    select result from wallet_check w where w.transfer_id = t.id order by at desc, id desc limit 1) <> 'clear'), 'a wallet on a list is cleared';
end $$;
