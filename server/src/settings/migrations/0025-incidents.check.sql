select pg_temp.has('table', 'incident');
select pg_temp.has('index', 'incident_by_start');
