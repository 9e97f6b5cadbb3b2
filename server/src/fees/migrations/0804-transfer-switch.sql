-- The switch of the fee of transfers (domain §4): while it is off, no level pays one; while it is on, each level does.
alter table fee_schedule add constraint fee_schedule_transfer_switch
  check (0 = all (transfer_hundredths_bp) or 0 < all (transfer_hundredths_bp));
