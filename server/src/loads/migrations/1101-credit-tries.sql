-- Every try to credit a load carries the same reference at the issuer, so that one that was lost and had its effect late
-- is found before another is made. `take_back` undoes at the issuer what it did twice.
alter table issuer_move drop constraint issuer_move_reference_key;
alter table issuer_move drop constraint issuer_move_load_id_part_key;
alter table issuer_move add column purpose text not null default 'credit' check (purpose in ('credit', 'take_back'));
-- how often it was sent; more than once only after its absence was proved
alter table issuer_move add column calls int not null default 0;
update issuer_move set calls = 1 where called_at is not null;
create unique index issuer_move_part on issuer_move (load_id, part) where purpose = 'credit';
create unique index issuer_move_taken_back on issuer_move (reference) where purpose = 'take_back';
create index issuer_move_by_reference on issuer_move (reference);
-- One unanswered call for each card: what the history shows can then belong to no other.
create unique index issuer_move_asks_once on issuer_move (issuer_card_id) where status = 'unknown';
