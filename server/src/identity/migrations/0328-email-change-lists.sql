-- The list of changes of e-mail for administrators: the newest first, of one company and of all, and those of which
-- nobody was informed yet.
alter table email_change add column search_text text not null
  generated always as (plain_text(from_email || ' ' || to_email)) stored;
create index email_change_by_request on email_change (company_id, requested_at desc, id desc);
create index email_change_all_by_request on email_change (requested_at desc, id desc);
create index email_change_to_inform on email_change (company_id, requested_at desc, id desc)
  where state = 'changed' and not informed;
