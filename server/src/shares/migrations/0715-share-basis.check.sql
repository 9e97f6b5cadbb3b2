select pg_temp.has('column', 'share.basis');
