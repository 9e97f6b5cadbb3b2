select pg_temp.has('table', 'setting');
