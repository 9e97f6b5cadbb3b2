-- last_line_before as it was, also for lines that were not posted in the order of their times: a line that was posted late is
-- in the period of the line before it, and is never left out. The sum keeps the planner from reading the lines in the order
-- of their numbers, where those of the period are the last.
create or replace function last_line_before(p_owner uuid, p_wallet text, p_at timestamptz) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(
    (select min(l.seq + 0) - 1 from wallet_line l where l.owner_id = p_owner and l.wallet = p_wallet
      and l.effective_at >= p_at),
    (select l.seq from wallet_line l where l.owner_id = p_owner and l.wallet = p_wallet order by l.seq desc limit 1),
    0)
$$;
