-- A person's deposits, newest first, and how many there are.
create index chain_transfer_by_user on chain_transfer (user_id, id desc) where user_id is not null;
