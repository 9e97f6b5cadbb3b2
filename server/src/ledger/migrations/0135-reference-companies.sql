-- A reference is in the company of its account. Rows that were left with an earlier company are put right; the accounts
-- are locked first, as post_batch does.
do $$ begin
  perform 1 from account a where exists (
    select from ref_balance r where r.account_id = a.id and r.company_id is distinct from a.company_id)
  order by a.id for update;
  update ref_balance r set company_id = a.company_id from account a
  where a.id = r.account_id and r.company_id is distinct from a.company_id;
end $$;

-- As it was, but the references of the accounts get the company too. A batch that waits for an account reads its company
-- after this, and one that came before has written its references.
create or replace function assign_accounts(p_owner uuid, p_company uuid, p_at timestamptz) returns void language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  all_accounts uuid[];
  changed uuid[];
begin
  perform 1 from account where owner_id = p_owner order by id for update;
  all_accounts := array(select id from account where owner_id = p_owner);
  changed := array(select a.id from account a where a.owner_id = p_owner and a.company_id is distinct from p_company);
  update account set company_id = p_company where id = any (changed);
  update ref_balance set company_id = p_company where account_id = any (all_accounts);
  perform record_account_changes(changed, p_at);
end $$;

-- The checks of the book compare the totals of some days at a time.
create index daily_total_by_day on daily_total (day);
