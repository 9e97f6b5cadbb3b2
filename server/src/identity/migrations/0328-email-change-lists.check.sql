select pg_temp.has('column', 'email_change.search_text');
select pg_temp.has('index', 'email_change_by_request email_change_all_by_request email_change_to_inform');
