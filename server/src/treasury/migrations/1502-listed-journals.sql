-- Journals are listed in the order of their effect: all of them, and those of one kind. Most journals are posted when they
-- take effect, so a new entry goes to the last page of the one index, and to the last page of its kind in the other.
create index journal_by_effect on journal (effective_at, id);
create index journal_by_kind on journal (kind, effective_at, id);
