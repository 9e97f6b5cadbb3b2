-- Wallets are listed by their account of available money, newest first: for one company, for all, and for the companies'
-- own wallets. The columns never change, so a posting still updates its account in place.
create index account_wallets on account (opened_at, id)
  where code in ('wallet.regular.available', 'wallet.immediate.available');
create index account_wallets_of_company on account (company_id, opened_at, id)
  where code in ('wallet.regular.available', 'wallet.immediate.available');
create index account_company_wallets on account (opened_at, id)
  where code in ('wallet.regular.available', 'wallet.immediate.available') and owner_id = company_id;

-- The first and the last line of a period are found by its days.
create index wallet_line_by_effect on wallet_line (owner_id, wallet, effective_at, seq);

-- What the journals of wallet lines are about. The caller has read the lines in its scope.
create function find_subjects(p_journals uuid[])
returns table (journal_id uuid, subject_id uuid, is_reversal boolean) language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  return query select j.id, j.subject_id, j.reverses is not null from journal j where j.id = any (p_journals);
end $$;
select callable_by_app('find_subjects(uuid[])');

-- The number of the last line of a wallet before an instant: see wallet-lines.sql.ts. A policy would hide from the planner
-- that one row of the index is enough.
create function last_line_before(p_owner uuid, p_wallet text, p_at timestamptz) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select least(
    coalesce((select l.seq from wallet_line l where l.owner_id = p_owner and l.wallet = p_wallet
      and l.effective_at < p_at order by l.effective_at desc, l.seq desc limit 1), 0),
    coalesce((select l.seq - 1 from wallet_line l where l.owner_id = p_owner and l.wallet = p_wallet
      and l.effective_at >= p_at order by l.effective_at, l.seq limit 1), 9223372036854775807))
$$;
select callable_by_app('last_line_before(uuid, text, timestamptz)');
