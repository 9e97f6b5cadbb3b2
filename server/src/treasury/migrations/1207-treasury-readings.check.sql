select pg_temp.has('table', 'treasury_reading');
select pg_temp.has('unique', 'treasury_reading_pkey');
select pg_temp.has('wall', 'treasury_reading');
select pg_temp.has('policy', 'treasury_reading.all_tenants');
