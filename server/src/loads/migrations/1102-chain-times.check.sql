select pg_temp.has('column', 'chain_block.time');
select pg_temp.has('index', 'load_time_over');
