select pg_temp.has('column', 'issuer_transfer.wallet_transfer_id');
select pg_temp.has('rule', 'issuer_transfer.issuer_transfer_origin_check');
select pg_temp.has('unique', 'issuer_transfer_wallet_part');
do $$ begin
  assert not exists (select from card c where not exists (select from load_limit_use u where u.id = c.user_id)),
    'a person with a card has no row for their limits';
end $$;
