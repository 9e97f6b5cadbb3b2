select pg_temp.has('column', 'provider_state.key_refused');
