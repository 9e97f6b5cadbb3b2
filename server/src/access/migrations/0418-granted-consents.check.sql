select pg_temp.has('column', 'profiling_consent.granted');
select pg_temp.has_not('column', 'profiling_consent.given');
