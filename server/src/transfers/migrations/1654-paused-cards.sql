-- A transfer to a card that is paused waits for the card, instead of returning to the wallet at once.
alter table wallet_transfer add column waits_for_card boolean not null default false;
alter table wallet_transfer add constraint wallet_transfer_waits_for_card
  check (not waits_for_card or (kind = 'card_load' and status = 'pending'));
