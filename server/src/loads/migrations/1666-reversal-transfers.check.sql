select pg_temp.has('column', 'issuer_transfer.load_reversal_id');
select pg_temp.has('rule', 'issuer_transfer.issuer_transfer_origin_check issuer_transfer.issuer_transfer_amount_check');
select pg_temp.has('unique', 'issuer_transfer_reversal_part');
