-- The wallet that sent it is on a list, or nobody could look it up: it is booked and never credited.
alter table chain_transfer add column screened_out boolean not null default false;
update chain_transfer t set screened_out = true where (
  select result from wallet_check w where w.transfer_id = t.id order by at desc, id desc limit 1) <> 'clear';
