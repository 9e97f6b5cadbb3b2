select pg_temp.has('column', 'job.lease');
select pg_temp.has('index', 'job_due_by_name');
