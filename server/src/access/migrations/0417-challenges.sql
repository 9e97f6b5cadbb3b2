-- A proof that is under way is a challenge; `sent_code_id` is the provider's id of the code that was sent for its step.
alter table ceremony rename to challenge;
alter table challenge rename column challenge_id to sent_code_id;
alter table step_up_grant rename column ceremony_id to challenge_id;
alter table step_up_grant rename constraint step_up_grant_ceremony_id_key to step_up_grant_challenge_id_key;
alter index ceremony_by_session rename to challenge_by_session;
alter index ceremony_by_expiry rename to challenge_by_expiry;
do $$ declare name text;
begin
  for name in select conname from pg_constraint where conrelid = 'challenge'::regclass and conname like 'ceremony_%' loop
    execute format('alter table challenge rename constraint %I to %I', name, replace(name, 'ceremony_', 'challenge_'));
  end loop;
end $$;
