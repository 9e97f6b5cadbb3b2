select pg_temp.has('table', 'challenge');
select pg_temp.has('column', 'challenge.sent_code_id step_up_grant.challenge_id');
select pg_temp.has_not('column', 'challenge.challenge_id step_up_grant.ceremony_id');
select pg_temp.has('index', 'challenge_by_expiry challenge_by_session');
select pg_temp.has_not('index', 'ceremony_by_expiry ceremony_by_session');
select pg_temp.has('wall', 'challenge');
select pg_temp.has('policy', 'challenge.tenant');
select pg_temp.has('rule', 'challenge.challenge_company_id_fkey challenge.challenge_level_check
  challenge.challenge_purpose_check challenge.challenge_secret_check challenge.challenge_secret_hash_key
  challenge.challenge_session_id_fkey challenge.challenge_step_up_check challenge.challenge_user_id_fkey
  step_up_grant.step_up_grant_challenge_id_key');
do $$ begin
  assert to_regclass('ceremony') is null, 'the old table is left';
  assert not exists (select from pg_constraint where conrelid = 'challenge'::regclass and conname like 'ceremony%'),
    'a rule has the old name';
end $$;
