do $$ begin
  assert pg_get_functiondef('follow_referrals'::regproc) like '%for no key update%', 'follow_referrals locks no row';
  assert not exists (
    select from app_user u
    where u.has_referrals <> exists (select from app_user r where r.referrer_id = u.id)
  ), 'a person is wrongly listed as a referrer';
end $$;
