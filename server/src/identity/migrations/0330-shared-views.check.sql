select pg_temp.has('column', 'saved_view.shared_at');
select pg_temp.has('index', 'saved_view_shared');
select pg_temp.has('function', 'shared_views');
