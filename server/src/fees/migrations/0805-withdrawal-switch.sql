-- The fee of a withdrawal has a switch (domain §9): while it is off, withdrawals are free; the fee itself is above 0. An
-- installation without a fee had the fee 0.
insert into setting (key, value, changed_at, changed_by)
select 'withdrawalsPayFee', 'false', changed_at, null from setting where key = 'withdrawalFee' and value = '"0.00"';
update setting set value = '"1.00"', version = version + 1, changed_by = null where key = 'withdrawalFee' and value = '"0.00"';
alter table setting add constraint setting_withdrawal_fee
  check (case when key = 'withdrawalFee' then (value #>> '{}')::numeric > 0 else true end);
