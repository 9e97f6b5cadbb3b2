-- A publication of all tables refuses to change a row of a table without a replica identity: a total could not be added
-- to, and a start could not write a changed chart or the states' transitions, while the database is copied to another
-- server. Two of these tables have no key without nulls; the key of the third has a generated column, which is not
-- published. The others without one (posting, wallet_line, signed_entry) are only added to.
alter table daily_total replica identity full;
alter table status_transition replica identity full;
create unique index chart_line_identity on chart_line (code, currency_kind);
alter table chart_line replica identity using index chart_line_identity;
