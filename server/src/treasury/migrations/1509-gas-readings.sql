-- What the chain says of the coins in our gas wallets.
alter table treasury_reading drop constraint treasury_reading_holding_check;
alter table treasury_reading add constraint treasury_reading_holding_check
  check (holding in ('treasury', 'payout', 'venue', 'float', 'gas'));
