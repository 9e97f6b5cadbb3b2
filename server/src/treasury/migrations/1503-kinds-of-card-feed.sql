-- Nearly every journal is an authorisation or a clearing of a card. The order of all journals finds a page of these two
-- kinds soon, so only the others need an order of their kind: a payment by card then has one index less to write.
drop index journal_by_kind;
create index journal_by_kind on journal (kind, effective_at, id) where kind <> all ('{card.authorised,card.cleared}');
