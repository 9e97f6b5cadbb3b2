select pg_temp.has('column', 'share.payer_id share.seller_code_id');
select pg_temp.has('index', 'share_by_owner_acceptance share_by_code share_by_payer');
select pg_temp.has('function', 'names_of_payers');
