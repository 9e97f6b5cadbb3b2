-- The list of lockouts: the latest end first. Only counters of people have a kind. The expression is that of the list.
create index throttle_by_end on throttle (coalesce(blocked_until, '-infinity'), subject) where kind is not null;
