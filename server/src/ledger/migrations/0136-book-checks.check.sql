select pg_temp.has('table', 'book_check');
select pg_temp.has('wall', 'book_check');
select pg_temp.has('policy', 'book_check.all_tenants');
