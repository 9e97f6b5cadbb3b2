select pg_temp.has('column', 'issuer_event.trace_id');
select pg_temp.has('rule', 'issuer_event.issuer_event_trace_id_key');
