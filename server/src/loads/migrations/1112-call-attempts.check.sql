select pg_temp.has('column', 'issuer_transfer.absent_since');
select pg_temp.has_not('column', 'issuer_transfer.quiet_at');
