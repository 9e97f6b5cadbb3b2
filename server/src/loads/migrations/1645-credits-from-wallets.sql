-- A credit at the issuer is that of a load, or that of a transfer from a wallet to a card. Transfers are a higher module, so
-- their id has no foreign key.
alter table issuer_transfer alter column load_id drop not null;
alter table issuer_transfer add column wallet_transfer_id uuid;
alter table issuer_transfer add constraint issuer_transfer_origin_check check (num_nonnulls(load_id, wallet_transfer_id) = 1);
create unique index issuer_transfer_wallet_part on issuer_transfer (wallet_transfer_id, part);

-- Everybody with a card has the row that the limits of their loads are guarded by; new cards get theirs by a job.
insert into load_limit_use (id, company_id, user_id)
select distinct on (user_id) user_id, company_id, user_id from card order by user_id, id desc
on conflict (id) do nothing;
