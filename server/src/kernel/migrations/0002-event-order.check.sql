select pg_temp.has('column', 'event.open_from');
select pg_temp.has('index', 'event_by_tx');
