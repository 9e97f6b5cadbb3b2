select pg_temp.has('column', 'job.leased_by');
