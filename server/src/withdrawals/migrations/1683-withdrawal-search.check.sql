select pg_temp.has('column', 'withdrawal.ref_end withdrawal.address_key');
select pg_temp.has('index', 'withdrawal_by_ref withdrawal_by_address withdrawal_by_hash');
