select pg_temp.has('rule', 'load.load_kind_check load.load_card load.load_status_check
  archived_quote.archived_quote_kind_check');
select pg_temp.has('index', 'load_for_wallet');
select pg_temp.has('function', 'quoted_for_wallet_since');
do $$ begin
  assert not exists (select from load where card_id is null and kind <> 'top_up'), 'a load has no card';
end $$;
