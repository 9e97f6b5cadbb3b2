select pg_temp.has('function', 'wallet_facts');
do $$ begin
  assert not exists (
    select from account where (code like 'wallet.%') <> (traits & 64 <> 0)
      or code like 'wallet.immediate.%' and traits & 128 = 0
      or code like 'wallet.%.pending' and traits & 256 = 0 or code like 'wallet.%.reserved' and traits & 512 = 0
  ), 'the account of a wallet has other traits';
  assert not exists (
    select from account where code like 'wallet.%' and (closed_at is not null) <> (traits & 16 <> 0)
  ), 'a closed wallet has other traits';
end $$;
