select pg_temp.has('index', 'share_pending_by_company');
