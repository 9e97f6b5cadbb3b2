-- Types of cards are listed by their position.
alter table card_type rename column place to position;
