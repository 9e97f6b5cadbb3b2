-- Waiting jobs follow the new names of three jobs, in their keys too.
update job set name = 'cards.retry', key = replace(key, 'cards.ask_again:', 'cards.retry:') where name = 'cards.ask_again';
update job set name = 'loads.start_credit', key = replace(key, 'loads.begin_credit:', 'loads.start_credit:')
  where name = 'loads.begin_credit';
update job set name = 'treasury.account_changed' where name = 'treasury.account_moved';

-- Stored answers are read in the scope of all tenants only.
alter policy everything on idempotency rename to all_tenants;
