select pg_temp.has('table', 'provider_state');
