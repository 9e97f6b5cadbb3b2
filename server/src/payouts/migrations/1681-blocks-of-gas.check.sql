select pg_temp.has('column', 'gas_fee.block_number');
