select pg_temp.has('column', 'share.is_owed');
