select pg_temp.has('table', 'job_run');
select pg_temp.has('index', 'job_failed');
do $$
begin
  if exists (select from job where (dead or attempts > 0) and failed_at is null) then
    raise exception 'a job that failed has no time of its failure';
  end if;
end $$;
