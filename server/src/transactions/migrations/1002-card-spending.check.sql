select pg_temp.has('index', 'payment_event_by_user');
