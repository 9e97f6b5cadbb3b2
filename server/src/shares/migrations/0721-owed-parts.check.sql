select pg_temp.has('column', 'share.owed_left_cents');
select pg_temp.has_not('column', 'share.is_owed');
select pg_temp.has('rule', 'share.share_owed_of_what_is_left share.share_recovered_once');
select pg_temp.has('index', 'share_owed');
