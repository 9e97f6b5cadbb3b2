-- Why an administrator blocked a card, in their own words: of the call that is on its way, and of the block that it made.
-- The holder does not read it.
alter table card_call add column note text check (length(note) between 1 and 500);
alter table card add column block_note text check (length(block_note) between 1 and 500);
