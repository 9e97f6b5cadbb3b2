-- The records that say who a person is now are in the company of their account; the app stores the company in app_user, and
-- this function lets the records follow. The caller chooses nothing but the person. Some of the tables are append-only for
-- the app. Records of the past stay in the book of the company in which they were made (decision 0015).
create function follow_company(p_user uuid) returns void language plpgsql
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
      ('load_limit_use', null, null), ('notification_choice', null, null)
    ) listed (name, key, owner)
  loop
    execute format('update %I set company_id = $1 where %I %s and company_id <> $1', record_of.name,
      coalesce(record_of.key, 'user_id'),
      case when record_of.owner is null then '= $2'
        else format('= any (array(select o.id from %I o where o.user_id = $2))', record_of.owner) end)
    using present, p_user;
  end loop;
end $$;
select callable_by_app('follow_company(uuid)');
