select pg_temp.has('column', 'share.draft_id share.settled_cents share.recovered_cents');
select pg_temp.has('rule', 'share.share_settled_by_its_draft share.share_settled_whole share.share_recovered_once');
select pg_temp.has('index', 'share_by_draft share_owed');
