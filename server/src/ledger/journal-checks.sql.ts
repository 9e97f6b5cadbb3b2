import { inPage } from './check-pages.ts'
import { signedOrQueued } from './entry-checks.sql.ts'

/**
 * What the checks of a page of journals share. Row-level security makes the planner expect few rows in every
 * table; `offset 0` makes it read the page first, and each other table by its key. A full join is never a loop
 * over both sides.
 */
export const legsOfPage = `with leg as materialized (
    select p.account_id, p.seq, p.journal_id, p.amount, p.balance_after, p.effective_at, p.hash, j.id as of_journal,
      j.idem, j.effective_at as booked_at, a.id as of_account, a.code, a.side, a.currency, a.owner_id,
      p.company_id, a.company_id as account_company
    from (select * from posting where ${inPage('journal_id')} offset 0) p
    full join (select id, idem, effective_at from journal where ${inPage('id')} offset 0) j on j.id = p.journal_id
    left join account a on a.id = p.account_id
  ), wallet as materialized (select * from wallet_line where ${inPage('journal_id')})`

/** Checks of a page of journals with their legs, wallet lines and breaks. */
export const journalChecks = [
  {
    check: 'journal_balances',
    text: `
    select journal_id::text as subject, format('%s is off by %s', currency, sum(amount)) as detail
    from leg where of_account is not null group by journal_id, currency having sum(amount) <> 0`,
  },

  {
    check: 'twin_rule',
    text: `
    select journal_id::text as subject, format('cards and issuer.allocated are apart by %s', sum(amount)) as detail
    from leg where code in ('card.available', 'card.floating', 'issuer.allocated')
    group by journal_id having sum(amount) <> 0`,
  },

  // The posting before one is usually of the same page in a busy account, and of another page in a card's. A posting that
  // has its number with another one follows that one: each partition has its own key.
  {
    check: 'chain_unbroken',
    text: `
    select p.account_id::text as subject, format('posting %s does not follow the one before it', p.seq) as detail
    from (
      select *, lag(seq) over w = seq - 1 and lead(seq) over w is distinct from seq as is_near,
        lag(seq) over w as near_seq, lag(balance_after) over w as near_balance, lag(hash) over w as near_hash
      from leg where account_id is not null window w as (partition by account_id order by seq) offset 0
    ) p
    left join lateral (
      select seq, balance_after, hash from posting
      where p.is_near is not true and account_id = p.account_id and seq <= p.seq
        and journal_id <> p.journal_id
      order by seq desc limit 1) far on true
    cross join lateral (select
      case when p.is_near then p.near_seq else coalesce(far.seq, 0) end,
      case when p.is_near then p.near_balance else coalesce(far.balance_after, 0) end,
      case when p.is_near then p.near_hash else coalesce(far.hash, sha256(uuid_send(p.account_id))) end
    ) old (seq, balance, hash)
    where p.seq <> old.seq + 1 or p.balance_after <> old.balance + p.amount
      or p.hash <> sha256(old.hash || uuid_send(p.journal_id) || int8send(p.seq) || int8send(p.amount)
        || int8send(p.balance_after))`,
  },

  {
    check: 'posting_has_account_and_journal',
    text: `
    select journal_id::text as subject, format('posting %s of %s stands alone', seq, account_id) as detail
    from leg
    where account_id is not null and (of_account is null or of_journal is null or booked_at <> effective_at)`,
  },

  {
    check: 'journal_has_legs',
    text: `
    select of_journal::text as subject, format('%s has no legs', idem) as detail
    from leg where account_id is null`,
  },

  {
    check: 'journal_is_of_a_kind',
    text: `
    select j.id::text as subject, case when k.name is null then format('%s is no kind that the product writes', j.kind)
      else format('%s is no key of %s', j.idem, j.kind) end as detail
    from (select id, idem, kind, reverses from journal where ${inPage('id')} offset 0) j
    left join journal_kind k on k.name = j.kind and k.built
    where (j.idem like k.key_pattern || case when j.reverses is null then '' else ':reversed' end) is not true`,
  },

  // An account may be assigned to another company; earlier postings stay with the one before.
  {
    check: 'leg_is_in_the_company_of_its_account',
    text: `
    select l.journal_id::text as subject, format('a leg of %s is in company %s, where this account never was', l.code,
      coalesce(l.company_id::text, 'none')) as detail
    from (select journal_id, account_id, code, company_id from leg
      where of_account is not null and company_id is distinct from account_company offset 0) l
    where coalesce(l.company_id::text, '') <> all (array(
      select coalesce(c.company_id::text, '') from account_change c where c.account_id = l.account_id))`,
  },

  // The keys are in a table of their own, which post_batch believes: one that is missing could be posted again.
  {
    check: 'key_of_each_journal',
    text: `
    select coalesce(j.id, k.journal_id)::text as subject,
      case when k.key is null then 'a journal without its key' when j.id is null then 'a key of a journal that is gone'
        when k.key <> journal_key_of(j.idem) then 'the key is not that of the journal'
        else 'the key names another journal that is reversed' end as detail
    from (select id, idem, reverses from journal where ${inPage('id')} offset 0) j
    full join (select key, journal_id, reverses from journal_key where ${inPage('journal_id')} offset 0) k
      on k.journal_id = j.id
    where k.key is distinct from journal_key_of(j.idem) or k.reverses is distinct from j.reverses`,
  },

  {
    check: 'detail_is_of_a_journal',
    text: `
    select d.journal_id::text as subject, 'a detail of a journal that is gone' as detail
    from (select journal_id from journal_detail where ${inPage('journal_id')} offset 0) d
    left join journal j on j.id = d.journal_id where j.id is null`,
  },

  {
    check: 'wallet_lines_unbroken',
    text: `
    select l.owner_id::text as subject, format('%s wallet: line %s does not follow the one before it', l.wallet, l.seq)
      as detail
    from wallet l left join lateral (
      select * from wallet_line where owner_id = l.owner_id and wallet = l.wallet and seq <= l.seq
        and journal_id <> l.journal_id
      order by seq desc limit 1) b on true
    where b.seq = l.seq or l.available_before <> coalesce(b.available_after, 0) or l.pending_before <> coalesce(b.pending_after, 0)
      or l.reserved_before <> coalesce(b.reserved_after, 0)`,
  },

  {
    check: 'wallet_line_for_each_journal',
    text: `
    select journal_id::text as subject, format('no line of the %s wallet of %s', wallet, owner_id) as detail
    from (
      select journal_id, owner_id, split_part(code, '.', 2) as wallet, 0 as lines from leg where code like 'wallet.%'
      union all select journal_id, owner_id, wallet, 1 from wallet
    ) r group by journal_id, owner_id, wallet having sum(lines) = 0`,
  },

  {
    check: 'wallet_line_is_of_its_journal',
    text: `
    select l.journal_id::text as subject, format('line %s of the %s wallet of %s is of another journal', l.seq, l.wallet,
      l.owner_id) as detail
    from wallet l left join journal j on j.id = l.journal_id
    where j.id is null or j.kind <> l.kind or j.effective_at <> l.effective_at`,
  },

  {
    check: 'break_is_of_its_journal',
    text: `
    select b.id::text as subject, format('the break of %s at %s is not what its journal says', b.account_id, b.balance)
      as detail
    from (select * from ledger_break where ${inPage('journal_id')} offset 0) b
    left join leg p on p.of_account = b.account_id and p.journal_id = b.journal_id
      and case when p.side = 'D' then -p.balance_after else p.balance_after end = b.balance
    where p.of_journal is null`,
  },

  { check: 'signed_or_queued', text: signedOrQueued('j', 'journal', 'a journal') },
]
