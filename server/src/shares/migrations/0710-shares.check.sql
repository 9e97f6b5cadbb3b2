select pg_temp.has('table', 'share');
select pg_temp.has('index', 'share_by_load share_by_owner');
select pg_temp.has('wall', 'share');
select pg_temp.has('policy', 'share.tenant');
select pg_temp.has('rule', 'share.share_amount_cents_check share.share_level_check share.share_owner_kind_check
  share.share_wallet_type_check');
