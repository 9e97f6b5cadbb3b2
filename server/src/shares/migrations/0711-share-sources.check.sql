select pg_temp.has('index', 'share_by_owner share_by_source');
select pg_temp.has_not('column', 'share.load_id');
select pg_temp.has('rule', 'share.share_undone_in_parts share.share_source_kind_check');
