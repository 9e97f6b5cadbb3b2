select pg_temp.has('table', 'saved_view');
select pg_temp.has('wall', 'saved_view');
select pg_temp.has('policy', 'saved_view.tenant');
select pg_temp.has('rule', 'saved_view.saved_view_list_check saved_view.saved_view_name_check');
