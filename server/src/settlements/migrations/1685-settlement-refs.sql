-- People name a settlement by its reference, which is made of the last bits of its id. As a column, because a policy lets an
-- index compare plain values only.
alter table settlement add column ref_end text collate "C" not null generated always as (right(id::text, 10)) stored;
create index settlement_by_ref on settlement (ref_end);
