select pg_temp.has('column', 'settlement.ref_end');
select pg_temp.has('index', 'settlement_by_ref');
