select pg_temp.has('column', 'email_change.session_id');
