/**
 * Invariants and reports of the book as SQL texts. Each is one statement over the whole book, so its plan
 * matters.
 */

/**
 * Invariants of the book as queries that return the violations: `subject` and `detail` (domain §13, money
 * §5).
 */
export const bookChecks: Readonly<Record<string, string>> = {
  journal_balances: `
    select p.journal_id::text as subject, format('%s is off by %s', a.currency, sum(p.amount)) as detail
    from posting p join account a on a.id = p.account_id
    group by p.journal_id, a.currency having sum(p.amount) <> 0`,

  twin_rule: `
    select p.journal_id::text as subject, format('cards and issuer.allocated are apart by %s', sum(p.amount)) as detail
    from posting p join account a on a.id = p.account_id
    where a.code in ('card.available', 'card.floating', 'issuer.allocated')
    group by p.journal_id having sum(p.amount) <> 0`,

  currency_sum: `
    select currency as subject, format('all balances sum to %s', sum(balance)) as detail
    from account group by currency having sum(balance) <> 0`,

  cards_are_covered: `
    select 'issuer.allocated' as subject, format('differs from the cards by %s', sum(balance)) as detail
    from account where code in ('card.available', 'card.floating', 'issuer.allocated') having sum(balance) <> 0`,

  chain_unbroken: `
    select account_id::text as subject, format('posting %s does not follow the one before it', seq) as detail
    from (
      select p.account_id, p.seq, p.journal_id, p.amount, p.balance_after, p.hash,
        lag(p.seq, 1, 0::bigint) over w as old_seq, lag(p.balance_after, 1, 0::bigint) over w as old_balance,
        lag(p.hash, 1, sha256(uuid_send(p.account_id))) over w as old_hash
      from posting p window w as (partition by p.account_id order by p.seq)
    ) c
    where seq <> old_seq + 1 or balance_after <> old_balance + amount
      or hash <> sha256(old_hash || uuid_send(journal_id) || int8send(seq) || int8send(amount)
        || int8send(balance_after))`,

  account_is_its_last_posting: `
    select a.id::text as subject, format('%s says %s at %s, its last posting %s at %s', a.code, a.balance, a.seq,
      coalesce(p.balance_after, 0), coalesce(p.seq, 0)) as detail
    from account a
    left join lateral (
      select seq, balance_after, hash from posting where account_id = a.id order by seq desc limit 1) p on true
    where a.balance <> coalesce(p.balance_after, 0) or a.seq <> coalesce(p.seq, 0)
      or a.head <> coalesce(p.hash, sha256(uuid_send(a.id)))`,

  posting_has_account_and_journal: `
    select p.journal_id::text as subject, format('posting %s of %s stands alone', p.seq, p.account_id) as detail
    from posting p left join account a on a.id = p.account_id left join journal j on j.id = p.journal_id
    where a.id is null or j.id is null or j.effective_at <> p.effective_at`,

  detail_is_of_a_journal: `
    select d.journal_id::text as subject, 'a detail of a journal that is gone' as detail
    from journal_detail d left join journal j on j.id = d.journal_id where j.id is null`,

  journal_has_legs: `
    select j.id::text as subject, format('%s has no legs', j.idem) as detail
    from journal j left join (select distinct journal_id from posting) p on p.journal_id = j.id
    where p.journal_id is null`,

  reference_is_its_postings: `
    select coalesce(r.account_id, p.account_id)::text as subject,
      format('reference %s says %s, its postings %s', coalesce(r.ref, p.ref), coalesce(r.balance, 0),
        coalesce(p.balance, 0)) as detail
    from ref_balance r
    full join (
      select p.account_id, p.ref, sum(case when a.side = 'D' then -p.amount else p.amount end) as balance
      from posting p join account a on a.id = p.account_id where a.by_ref group by p.account_id, p.ref
    ) p on p.account_id = r.account_id and p.ref = r.ref
    where coalesce(r.balance, 0) <> coalesce(p.balance, 0) or (p.account_id is not null and p.ref is null)`,

  wallet_lines_unbroken: `
    select owner_id::text as subject, format('%s wallet: line %s does not follow the one before it', wallet, seq)
      as detail
    from (
      select l.*,
        lag(available_after, 1, 0::bigint) over w as a, lag(pending_after, 1, 0::bigint) over w as p,
        lag(reserved_after, 1, 0::bigint) over w as r
      from wallet_line l window w as (partition by owner_id, wallet order by seq)
    ) l
    where available_before <> a or pending_before <> p or reserved_before <> r`,

  wallet_is_its_last_line: `
    select a.owner_id::text as subject, format('%s says %s, its last line %s', a.code, a.balance, l.after) as detail
    from account a
    left join lateral (
      select case split_part(a.code, '.', 3) when 'available' then available_after when 'pending' then pending_after
        else reserved_after end as after
      from wallet_line w where w.owner_id = a.owner_id and w.wallet = split_part(a.code, '.', 2)
      order by seq desc limit 1) l on true
    where a.code like 'wallet.%' and a.balance <> coalesce(l.after, 0)`,

  wallet_line_for_each_journal: `
    select p.journal_id::text as subject, format('no line of the %s wallet of %s', p.wallet, p.owner_id) as detail
    from (
      select distinct p.journal_id, a.owner_id, split_part(a.code, '.', 2) as wallet
      from posting p join account a on a.id = p.account_id where a.code like 'wallet.%'
    ) p
    left join wallet_line l using (journal_id, owner_id, wallet) where l.journal_id is null`,

  // A break allows only the balance that it reports: each fall below the floor needs its own.
  floor_held: `
    select a.id::text as subject, format('%s is at %s, below its floor of %s, and no break reports %s', a.code,
      n.height, a.floor, coalesce(f.height, n.height)) as detail
    from account a cross join lateral (select case when a.side = 'D' then -a.balance else a.balance end) n (height)
    left join lateral (
      select p.journal_id, case when a.side = 'D' then -p.balance_after else p.balance_after end as height
      from posting p where p.account_id = a.id and case when a.side = 'D' then p.amount > 0 else p.amount < 0 end
      order by p.seq desc limit 1) f on true
    where n.height < a.floor and not exists (select 1 from ledger_break b
      where b.account_id = a.id and b.journal_id = f.journal_id and b.balance = f.height)`,

  wallet_line_is_of_its_journal: `
    select l.journal_id::text as subject, format('line %s of the %s wallet of %s is of another journal', l.seq, l.wallet,
      l.owner_id) as detail
    from wallet_line l left join journal j on j.id = l.journal_id
    where j.id is null or j.kind <> l.kind or j.effective_at <> l.effective_at`,

  break_is_of_its_journal: `
    select b.id::text as subject, format('the break of %s at %s is not what its journal says', b.account_id, b.balance)
      as detail
    from ledger_break b left join journal j on j.id = b.journal_id
    where j.id is null or not exists (
      select 1 from posting p join account a on a.id = p.account_id
      where p.account_id = b.account_id and p.journal_id = b.journal_id
        and case when a.side = 'D' then -p.balance_after else p.balance_after end = b.balance)`,

  account_is_as_recorded: `
    select a.id::text as subject, format('%s has other facts than its last change says', a.code) as detail
    from account a left join lateral (
      select * from account_change c where c.account_id = a.id order by c.number desc limit 1) c on true
    where row(a.code, a.asset, a.currency, a.owner_id, a.company_id, a.class, a.side, a.by_ref, a.passable, a.traits,
        a.floor, a.closed_at) is distinct from row(c.code, c.asset, c.currency, c.owner_id, c.company_id, c.class, c.side,
        c.by_ref, c.passable, c.traits, c.floor, c.closed_at)`,

  account_changes_without_gap: `
    select c.account_id::text as subject, format('%s changes, the last with number %s%s', count(*), max(c.number),
      case when count(a.id) = 0 then ', of an account that is gone' else '' end) as detail
    from account_change c left join account a on a.id = c.account_id
    group by c.account_id having count(*) <> max(c.number) or count(a.id) = 0`,

  signed_or_queued: `
    select r.id::text as subject, format('%s is neither signed nor queued', r.name) as detail
    from (select 'j'::"char" as kind, id, 'a journal' as name from journal
      union all select 'a', id, 'an account change' from account_change) r
    left join signed_entry s on s.kind = r.kind and s.id = r.id
    left join unsigned_entry u on u.kind = r.kind and u.id = r.id
    where s.id is null and u.id is null`,

  queue_is_unsigned: `
    select u.id::text as subject, case when s.id is null then 'queued, and nothing has this id'
      else format('queued, and signed as entry %s', s.number) end as detail
    from unsigned_entry u left join signed_entry s on s.kind = u.kind and s.id = u.id
    left join journal j on u.kind = 'j' and j.id = u.id left join account_change c on u.kind = 'a' and c.id = u.id
    where s.id is not null or coalesce(j.id, c.id) is null`,

  entry_has_block: `
    select s.number::text as subject, format('no block covers the entry of %s', s.id) as detail
    from signed_entry s where s.number > coalesce((select max(last_number) from block), 0)`,
}

/** Balances by code and currency: now, or from the postings effective up to an instant. */
export const trialBalanceNow = `
  select code, asset, currency, class::text,
    (case when side = 'D' then -sum(balance) else sum(balance) end)::int8 as natural, count(*)::int8 as accounts
  from account group by code, asset, currency, class, side having sum(balance) <> 0 or bool_or(seq > 0)
  order by code, asset nulls first`
export const trialBalanceAt = `
  select a.code, a.asset, a.currency, a.class::text,
    (case when a.side = 'D' then -sum(p.amount) else sum(p.amount) end)::int8 as natural,
    count(distinct a.id)::int8 as accounts
  from posting p join account a on a.id = p.account_id where p.effective_at <= $1
  group by a.code, a.asset, a.currency, a.class, a.side order by a.code, a.asset nulls first`

/** Open references of accounts by reference, oldest first. */
export const openReferences = `
  select a.code, a.asset, a.owner_id as "ownerId", a.company_id as "companyId", r.account_id as "accountId", r.ref, r.balance as natural,
    r.open_since as "openSince"
  from ref_balance r join account a on a.id = r.account_id where r.balance <> 0 order by r.open_since, r.ref`
/**
 * For accounts that age without references: the age of the oldest part of the balance, first in, first out.
 */
export const oldestParts = `
  select a.code, a.asset, a.owner_id as "ownerId", a.company_id as "companyId", a.id as "accountId", null as ref, n.height as natural,
    o.effective_at as "openSince"
  from account a cross join lateral (select case when a.side = 'D' then -a.balance else a.balance end) n (height)
  cross join lateral (
    select p.effective_at from (
      select effective_at, seq, sum(case when a.side = 'D' then -amount else amount end) over (order by seq desc) as newer
      from posting where account_id = a.id and (case when a.side = 'D' then -amount else amount end) > 0
    ) p where p.newer >= n.height order by p.seq desc limit 1
  ) o
  where a.code = any ($1) and n.height > 0 order by o.effective_at`
