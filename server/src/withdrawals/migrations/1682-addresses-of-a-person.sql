-- As before, and the address book for withdrawals of a person follows too: its rows name the owner, not a user. Withdrawals
-- stay in the book in which they were requested (decision 0015).
create or replace function follow_company(p_user uuid) returns void language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  present uuid := (select u.company_id from app_user u where u.id = p_user);
  record_of record;
begin
  if present is null then return; end if;
  for record_of in
    select * from (values
      ('terms_acceptance', null, null), ('one_time_link', null, null), ('email_change', null, null),
      ('saved_view', null, null),
      ('session', null, null), ('factor', null, null), ('recovery_code', null, null), ('trusted_device', null, null),
      ('security_choice', null, null), ('security_event', null, null), ('profiling_consent', null, null),
      ('factor_recovery', null, null), ('tag_override', null, null),
      ('screening_check', null, null), ('kyc_case', null, null), ('kyc_session', 'case_id', 'kyc_case'),
      ('kyc_attempt', 'case_id', 'kyc_case'), ('kyc_event', 'case_id', 'kyc_case'), ('kyc_step', 'case_id', 'kyc_case'),
      ('holder', null, null), ('card', null, null), ('card_call', 'card_id', 'card'),
      ('load_limit_use', null, null), ('notification_choice', null, null), ('payout_address', 'owner_id', null)
    ) listed (name, key, owner)
  loop
    execute format('update %I set company_id = $1 where %I %s and company_id <> $1', record_of.name,
      coalesce(record_of.key, 'user_id'),
      case when record_of.owner is null then '= $2'
        else format('= any (array(select o.id from %I o where o.user_id = $2))', record_of.owner) end)
    using present, p_user;
  end loop;
  -- A note has no person of its own: it follows what it is about. Notes on loads stay with the loads.
  update note n set company_id = present
  where n.company_id <> present and (
    n.kind = 'user' and n.entity_id = p_user
    or n.kind = 'card' and n.entity_id = any (array(select c.id from card c where c.user_id = p_user))
    or n.kind = 'kyc_case' and n.entity_id = any (array(select k.id from kyc_case k where k.user_id = p_user)));
end $$;
