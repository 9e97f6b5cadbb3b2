-- Calls that need a second person (permissions §5): one person requests a call, another one approves it, and then it
-- runs. `encrypted` has the call's parameters, its body, and what the maker was shown; they may be personal data.
create table approval (
  id uuid primary key,
  company_id uuid not null references company,
  status text not null
    check (status in ('requested', 'running', 'approved', 'rejected', 'withdrawn', 'expired', 'failed')),
  kind text not null,
  checker_tag text not null,
  step_up text not null check (step_up in ('S2', 'S3')),
  maker_id uuid not null references app_user,
  maker_session_id uuid,
  reason text not null,
  encrypted bytea,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  -- From when the maker may approve it alone; null: two people could check it when it was requested.
  self_check_from timestamptz,
  checker_id uuid references app_user,
  decided_at timestamptz,
  is_self_checked boolean not null default false,
  note text,
  failure_code text,
  failure_data jsonb,
  constraint approval_has_its_call check (encrypted is not null or status not in ('requested', 'running')),
  constraint approval_is_decided check ((decided_at is null) = (status in ('requested', 'running'))),
  constraint approval_has_its_checker check (
    case status
      when 'requested' then checker_id is null
      when 'withdrawn' then checker_id is null
      when 'expired' then checker_id is null
      else checker_id is not null
    end),
  -- The maker never checks it, except where nobody else could.
  constraint approval_needs_two_people check (is_self_checked = coalesce(checker_id = maker_id, false)),
  constraint approval_waits_for_its_maker check (
    not is_self_checked or self_check_from is not null and (decided_at is null or decided_at >= self_check_from)),
  constraint approval_failure check ((failure_code is not null) = (status = 'failed'))
);
create index approval_by_company on approval (company_id, id desc);
create index approval_by_expiry on approval (company_id, expires_at, id);
create index approval_waiting on approval (company_id, checker_tag, id desc) where status = 'requested';
create index approval_by_maker on approval (maker_id, id desc);
select protect('approval', 'nobody');
insert into plan_table values ('approval');

-- What was requested never changes: a checker approves what they saw.
create function approval_stays() returns trigger language plpgsql as $$
declare
  decision constant text[] := array['status', 'checker_id', 'decided_at', 'is_self_checked', 'note', 'failure_code',
    'failure_data'];
begin
  if tg_op = 'DELETE' then
    raise exception 'a request is never deleted';
  end if;
  -- Only the decision may change.
  if to_jsonb(new) - decision is distinct from to_jsonb(old) - decision then
    raise exception 'what was requested never changes';
  end if;
  return new;
end $$;
create trigger approval_stays before update or delete on approval for each row execute function approval_stays();
