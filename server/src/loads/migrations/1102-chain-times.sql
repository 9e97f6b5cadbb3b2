-- Whether a payment was in time is decided by block time: a quote is over when the scanner has read past its end.
alter table chain_block add column time timestamptz;
create index load_time_over on load (network, expires_at) where status in ('quoted', 'detected');
