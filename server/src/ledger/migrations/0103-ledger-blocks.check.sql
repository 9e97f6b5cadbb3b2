select pg_temp.has('table', 'block');
select pg_temp.has('index', 'block_by_tx');
select pg_temp.has('rule', 'block.block_check block.block_leaves_check');
select pg_temp.has('function', 'append_block forget_batches');
select pg_temp.has('trigger', 'block.history_stays');
select pg_temp.has('history', 'block');
