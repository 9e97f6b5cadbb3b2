-- Accounts are listed by their code: all of them, those of one company, the closed ones and those of one asset. These
-- columns never change with a posting, so a posting still updates its account in place. There is none by the balance: an
-- index on it would make every posting write a new version of its account into all indexes.
create index account_by_code on account (code, id);
create index account_of_company_by_code on account (company_id, code, id) where company_id is not null;
create index account_closed on account (code, id) where closed_at is not null;
create index account_of_asset on account (asset, code, id) where asset is not null;

-- Kinds of the journals of postings. The caller has read the postings in its scope.
create function find_journal_kinds(p_journals uuid[])
returns table (journal_id uuid, kind text, is_reversal boolean) language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  return query select j.id, j.kind, j.reverses is not null from journal j where j.id = any (p_journals);
end $$;
select callable_by_app('find_journal_kinds(uuid[])');

-- The number of the last posting of an account whose journal has a smaller id. Numbers have no gaps and ids grow with
-- time, so it is found by halves: a few reads by the key, however many postings there are.
create function last_posting_before(p_account uuid, p_journal uuid) returns bigint language plpgsql stable
security definer set search_path = public, pg_temp as $$
declare
  low bigint := 0;
  high bigint := coalesce((select a.seq from account a where a.id = p_account), 0);
  middle bigint;
  found uuid;
begin
  while low < high loop
    middle := (low + high + 1) / 2;
    select p.journal_id into found from posting p where p.account_id = p_account and p.seq = middle;
    if found < p_journal then low := middle; else high := middle - 1; end if;
  end loop;
  return low;
end $$;
select callable_by_app('last_posting_before(uuid, uuid)');
