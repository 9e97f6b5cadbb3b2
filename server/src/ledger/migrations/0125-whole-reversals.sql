-- A journal that reverses another one is of the same kind and has the same legs with the opposite amounts. A journal is
-- reversed once, so another one in its place would leave it for ever as reversed with its legs in the book.
create function check_reversals(p_journals uuid[]) returns void language plpgsql as $$
begin
  if exists (
    select from journal j join journal o on o.id = j.reverses
    where j.id = any (p_journals) and (o.id = any (p_journals) or o.kind <> j.kind
      or (select string_agg(format('%s %s %s', p.account_id, p.ref, p.amount), ',' order by p.account_id, p.ref, p.amount)
        from posting p where p.journal_id = j.id)
        is distinct from
        (select string_agg(format('%s %s %s', p.account_id, p.ref, -p.amount), ',' order by p.account_id, p.ref, -p.amount)
        from posting p where p.journal_id = o.id))
  ) then
    raise exception 'a journal is not the opposite of the one that it reverses'
      using errcode = 'LG002', constraint = 'journal_reverses_one';
  end if;
end $$;
revoke execute on function check_reversals(uuid[]) from public;

do $do$
declare
  code text := pg_get_functiondef('post_batch'::regproc);
  written text := $part$  if p_is_retry then update ledger_batch set answer = said where id = p_batch; end if;
$part$;
begin
  assert strpos(code, written) > 0, 'post_batch has another text';
  execute replace(code, written, written || $part$  if cardinality(p_reverses) > 0 then perform check_reversals(p_journals); end if;
$part$);
end $do$;
