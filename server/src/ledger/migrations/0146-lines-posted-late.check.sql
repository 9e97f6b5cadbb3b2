select pg_temp.has('function', 'last_line_before');
do $$ begin
  assert not has_function_privilege('public', 'last_line_before(uuid, text, timestamptz)', 'execute'),
    'everybody may call last_line_before';
  assert not exists (
    select from (select distinct on (owner_id, wallet) owner_id, wallet, seq from wallet_line
      order by owner_id, wallet, seq desc limit 1000) l
    where last_line_before(l.owner_id, l.wallet, 'infinity') <> l.seq), 'a wallet has lines in no period';
end $$;
