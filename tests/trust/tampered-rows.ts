const accepted = `(select id from journal where kind = 'load.accepted')`
const funded = `(select id from journal where kind = 'issuer.funded' order by id limit 1)`
const lastFunded = `(select id from journal where kind = 'issuer.funded' order by id desc limit 1)`
const contributed = `(select id from journal where kind = 'capital.contributed')`
const card = `(select id from account where code = 'card.available')`
const pending = `(select id from account where code = 'load.pending')`
const lastBreak = `(select id from ledger_break order by balance limit 1)`
const notAsSigned = (id: string) =>
  `entry ${id}: the journal, its detail, or one of its legs, wallet lines or breaks`
/** An id of a year that has no partition yet. */
const later = `'f0000000-0000-7000-8000-000000000001'::uuid`
const otherFacts = 'has other facts than its last change says'

/**
 * Changes in the database, each with texts that the findings contain. A query in brackets stands for the id that it
 * finds before the change.
 */
export const changes: Record<string, [statement: string, ...expected: string[]]> = {
  'the reason of a journal is changed': [
    `update journal_detail set reason = 'another' where journal_id = ${contributed}`,
    notAsSigned(contributed),
  ],
  'the actor of a journal is removed': [
    `delete from journal_detail where journal_id = ${contributed}`,
    notAsSigned(contributed),
  ],
  'a detail is added to a journal': [
    `insert into journal_detail (journal_id, actor) values (${funded}, 'somebody')`,
    notAsSigned(funded),
  ],
  'a detail of no journal is added': [
    `insert into journal_detail (journal_id, actor) values ('00000000-0000-7000-8000-000000000001', 'somebody')`,
    'detail_is_of_a_journal 00000000-0000-7000-8000-000000000001',
  ],
  'a journal is removed': [
    `delete from journal where id = ${accepted}`,
    `entry ${accepted}: entry`,
    'posting_has_account_and_journal',
  ],
  'a journal and its legs are removed': [
    `delete from posting where journal_id = ${funded}; delete from journal where kind = 'issuer.funded'
       and not exists (select from posting where journal_id = journal.id)`,
    'signed a journal that is gone',
    'chain_unbroken',
  ],
  'a journal is added and never queued': [
    `insert into journal (id, idem, command_hash, kind, effective_at, recorded_at)
     values ('00000000-0000-7000-8000-000000000001', 'padded', sha256(''), 'issuer.funded', now(), now())`,
    'signed_or_queued 00000000-0000-7000-8000-000000000001: a journal is neither signed nor queued',
  ],
  'the key of a journal is changed': [
    `update journal set idem = 'other' where id = ${accepted}`,
    notAsSigned(accepted),
    `key_of_each_journal ${accepted}: the key is not that of the journal`,
  ],
  'the key of a journal is removed': [
    `delete from journal_key where journal_id = ${accepted}`,
    `key_of_each_journal ${accepted}: a journal without its key`,
  ],
  'a key of no journal is added': [
    `insert into journal_key (key, journal_id)
     values (journal_key_of('padded'), '00000000-0000-7000-8000-000000000001')`,
    'key_of_each_journal 00000000-0000-7000-8000-000000000001: a key of a journal that is gone',
  ],
  'a stored key is changed': [
    `update journal_key set key = journal_key_of('other') where journal_id = ${accepted}`,
    `key_of_each_journal ${accepted}: the key is not that of the journal`,
  ],
  'a second key of a journal is added': [
    `insert into journal_key (key, journal_id) values (journal_key_of('other'), ${accepted})`,
    `key_of_each_journal ${accepted}: the key is not that of the journal`,
  ],
  'what a key says to be reversed is changed': [
    `update journal_key set reverses = ${funded} where journal_id = ${accepted}`,
    `key_of_each_journal ${accepted}: the key names another journal that is reversed`,
  ],
  'a queued journal is added in another year, with numbers that its accounts have already': [
    `insert into posting select p.account_id, p.seq, ${later}, p.amount, p.balance_after, p.effective_at, p.company_id, p.ref,
         sha256(coalesce(b.hash, sha256(uuid_send(p.account_id))) || uuid_send(${later}) || int8send(p.seq)
           || int8send(p.amount) || int8send(p.balance_after))
       from posting p left join posting b on b.account_id = p.account_id and b.seq = p.seq - 1
       where p.journal_id = ${lastFunded};
     insert into journal select ${later}, 'issuer:other', command_hash, kind, effective_at, recorded_at, subject_id
       from journal where id = ${lastFunded};
     insert into journal_key (key, journal_id) values (journal_key_of('issuer:other'), ${later});
     insert into unsigned_entry (at, id, kind) values ('epoch', ${later}, 'j')`,
    "chain_unbroken (select id from account where code = 'suspense')",
  ],
  'the command of a journal is changed': [
    `update journal set command_hash = sha256('x') where id = ${accepted}`,
    notAsSigned(accepted),
  ],
  'the kind of a journal is changed': [
    `update journal set kind = 'load.undone' where id = ${accepted}`,
    `entry (select id from journal where kind = 'load.undone'): the journal`,
  ],
  'the time of a journal is changed': [
    `update journal set effective_at = effective_at + interval '1 ms' where id = ${accepted}`,
    notAsSigned(accepted),
  ],
  'the recorded time of a journal is changed': [
    `update journal set recorded_at = recorded_at + interval '1 us' where id = ${accepted}`,
    notAsSigned(accepted),
  ],
  'the subject of a journal is changed': [
    `update journal set subject_id = gen_random_uuid() where id = ${accepted}`,
    notAsSigned(accepted),
  ],
  'the reversed journal of a journal is changed': [
    `update journal set reverses = ${funded} where id = ${accepted}`,
    notAsSigned(accepted),
  ],
  'the break of a journal is changed': [
    `update journal set break_id = gen_random_uuid() where id = ${accepted}`,
    notAsSigned(accepted),
  ],
  'an amount is changed': [
    'update posting set amount = amount + 1 where amount = 970',
    'journal_balances',
    'chain_unbroken',
    `entry (select id from journal where kind = 'load.credited')`,
  ],
  'the company of a leg is changed': [
    `update posting set company_id = gen_random_uuid() where journal_id = ${accepted} and company_id is not null`,
    notAsSigned(accepted),
  ],
  'the reference of a leg is changed': [
    `update posting set ref = gen_random_uuid() where journal_id = ${accepted} and ref is not null`,
    notAsSigned(accepted),
    'reference_is_its_postings',
  ],
  'the time of a leg is changed': [
    `update posting set effective_at = effective_at + interval '1 day' where journal_id = ${accepted}`,
    notAsSigned(accepted),
  ],
  'the hash of a leg is changed': [
    `update posting set hash = sha256(hash) where journal_id = ${accepted}`,
    notAsSigned(accepted),
    'chain_unbroken',
  ],
  'a leg is moved to another account of the chart': [
    `update posting set account_id = gen_random_uuid() where journal_id = ${accepted} and amount = 13`,
    notAsSigned(accepted),
    'posting_has_account_and_journal',
  ],
  'a balance is changed': [
    `update account set balance = balance + 1 where id = ${card}`,
    `account_is_its_last_posting ${card}`,
    'cards_are_covered',
  ],
  'the balance of a reference is changed': [
    `update ref_balance set balance = balance + 1`,
    'reference_is_its_postings',
  ],
  'the company of a reference is changed': [
    `update ref_balance set company_id = gen_random_uuid() where account_id = ${pending}`,
    `reference_is_in_its_company ${pending}: reference`,
  ],
  'a reference of the operator gets a company': [
    `update ref_balance r set company_id = gen_random_uuid() from account a
     where a.id = r.account_id and a.code = 'fee.deferred'`,
    `reference_is_in_its_company (select id from account where code = 'fee.deferred'): reference`,
  ],
  'the owner of an account is changed': [
    `update account set owner_id = gen_random_uuid() where id = ${card}`,
    `account_is_as_recorded ${card}: card.available ${otherFacts}`,
  ],
  'the company of an account is changed': [
    `update account set company_id = gen_random_uuid() where id = ${card}`,
    `account_is_as_recorded ${card}: card.available ${otherFacts}`,
  ],
  'the floor of an account is lowered': [
    `update account set floor = -99999 where id = ${card}`,
    `account_is_as_recorded ${card}: card.available ${otherFacts}`,
  ],
  'the code of an account is changed': [
    `update account set code = 'card.floating' where id = ${card}`,
    `card.floating ${otherFacts}`,
  ],
  'the side of an account is changed': [
    `update account set side = 'D' where id = ${card}`,
    `account_is_as_recorded ${card}`,
  ],
  'the traits of an account are changed': [
    `update account set traits = traits | 4 where code = 'issuer.allocated'`,
    `issuer.allocated ${otherFacts}`,
  ],
  'an account is closed': [
    `update account set closed_at = now() where code = 'fee.deferred'`,
    `fee.deferred ${otherFacts}`,
  ],
  'an account is removed': [
    `delete from account where id = ${card}`,
    'posting_has_account_and_journal',
    'of an account that is gone',
    'break_is_of_its_journal',
  ],
  'an account is added': [
    `insert into account (id, traits, head, code, currency, class, side, by_ref, passable, opened_at)
     values (gen_random_uuid(), 0, '', 'bank.other', 'USD', 'A', 'D', false, false, now())`,
    `bank.other ${otherFacts}`,
  ],
  'the recorded facts and the account are changed': [
    `update account_change set floor = -99999 where account_id = ${card};
     update account set floor = -99999 where id = ${card}`,
    'the facts of an account change: not as signed in entry',
  ],
  'the last recorded facts are removed': [
    `delete from account_change where account_id = ${card} and number = 2`,
    `account_is_as_recorded ${card}`,
    'signed an account change that is gone',
  ],
  'recorded facts are added and never queued': [
    `insert into account_change (account_id, number, at, code, asset, currency, owner_id, company_id, class, side, by_ref,
       passable, traits, floor, closed_at)
     select account_id, 3, at, code, asset, currency, owner_id, company_id, class, side, by_ref, passable, traits, -99999,
       closed_at from account_change where account_id = ${card} and number = 2;
     update account set floor = -99999 where id = ${card}`,
    'an account change is neither signed nor queued',
  ],
  'a wallet line is changed': [
    `update wallet_line set pending_after = pending_after + 1 where journal_id = ${accepted}`,
    notAsSigned(accepted),
    'wallet_is_its_last_line',
  ],
  'the kind of a wallet line is changed': [
    `update wallet_line set kind = 'load.undone'`,
    notAsSigned(accepted),
    `wallet_line_is_of_its_journal ${accepted}`,
  ],
  'the company of a wallet line is changed': [
    `update wallet_line set company_id = gen_random_uuid()`,
    notAsSigned(accepted),
  ],
  'a wallet line is removed': [
    'delete from wallet_line',
    notAsSigned(accepted),
    'wallet_line_for_each_journal',
  ],
  'a wallet line is added': [
    `insert into wallet_line select owner_id, wallet, seq + 100, gen_random_uuid(), kind, company_id, effective_at,
       available_after, available_after, pending_after, pending_after, reserved_after, reserved_after from wallet_line`,
    'wallet_line_is_of_its_journal',
  ],
  'a wallet line is added in another year, with a number that its wallet has already': [
    `insert into wallet_line select owner_id, wallet, seq, ${later}, kind, company_id, effective_at, available_before,
       available_after, pending_before, pending_after, reserved_before, reserved_after from wallet_line
       where journal_id = ${accepted}`,
    'wallet_lines_unbroken',
  ],
  'an entry is added in another year, with the number of another one': [
    `insert into signed_entry select number, ${later}, kind, salt, leaf from signed_entry where id = ${accepted}`,
    'block 1: covers',
  ],
  'the last break is removed': [
    `delete from ledger_break where id = ${lastBreak}`,
    `floor_held ${card}`,
    'entry (select journal_id from posting where amount = -50)',
  ],
  'the balance of a break is changed': [
    `update ledger_break set balance = -99999 where id = ${lastBreak}`,
    `break_is_of_its_journal`,
    'entry (select journal_id from posting where amount = -50)',
  ],
  'a break is added': [
    `insert into ledger_break (id, class, journal_id, account_id, balance, at)
     values (gen_random_uuid(), 'overdrawn_card', gen_random_uuid(), ${card}, -5, now())`,
    'break_is_of_its_journal',
  ],
  'the row of a waiting journal is removed from the queue': [
    'delete from unsigned_entry',
    'a journal is neither signed nor queued',
  ],
  'a signed journal is queued again': [
    `insert into unsigned_entry (at, id, kind) values ('epoch', ${accepted}, 'j')`,
    `queue_is_unsigned ${accepted}: queued, and signed as entry`,
  ],
  'something is queued that does not exist': [
    `insert into unsigned_entry (at, id, kind) values ('epoch', gen_random_uuid(), 'j')`,
    'queued, and nothing has this id',
  ],
  'a leaf is changed': [
    `update signed_entry set leaf = sha256(leaf) where id = ${accepted}`,
    notAsSigned(accepted),
    'block 1: has another root than its entries',
  ],
  'a salt is changed': [
    `update signed_entry set salt = substr(sha256(salt), 1, 16) where id = ${accepted}`,
    notAsSigned(accepted),
  ],
  'an entry is removed': [
    `delete from signed_entry where id = ${accepted}`,
    `signed_or_queued ${accepted}`,
    'block 1: covers',
  ],
  'the last entry has another number': [
    'update signed_entry set number = number + 5 where number = (select max(number) from signed_entry)',
    'block 3: covers 1 entries, found 0',
    'entry_has_block',
  ],
  'a block is removed': [
    'delete from block where height = 2',
    'block 3: does not follow the block before it',
    'exported_file block 2: is in the exported file and no longer in the ledger',
  ],
  'a block is changed': [
    `update block set signed_at = signed_at - interval '1 day' where height = 2`,
    'block 2: has another hash than its fields',
    'exported_file block 2: is another block in the exported file',
  ],
  'the range of a block is changed': [
    `alter table block drop constraint block_check;
     update block set last_number = last_number + 1000000 where height = 3`,
    'block 3: covers 1000001 entries',
  ],
  'the last block and all that it covers are removed, and the heads are put right': [
    `delete from posting using journal j, signed_entry s, block b where j.id = journal_id and s.id = j.id and b.height = 3
       and s.number between b.first_number and b.last_number or j.id in (select id from unsigned_entry) and j.id = journal_id;
     delete from unsigned_entry;
     delete from journal where not exists (select from posting where journal_id = journal.id);
     delete from journal_key where not exists (select from journal where id = journal_id);
     delete from signed_entry where number >= (select first_number from block where height = 3);
     delete from block where height = 3;
     update account a set balance = p.balance_after, seq = p.seq, head = p.hash
     from (select distinct on (account_id) * from posting order by account_id, seq desc) p where p.account_id = a.id;
     update ref_balance r set balance = (select sum(case when a.side = 'D' then -amount else amount end) from posting p
       join account a on a.id = p.account_id where p.account_id = r.account_id and p.ref = r.ref)
     where exists (select from posting p where p.account_id = r.account_id and p.ref = r.ref);
     delete from ref_balance r where not exists (select from posting p where p.account_id = r.account_id and p.ref = r.ref)`,
    'exported_file block 3: is in the exported file and no longer in the ledger',
  ],
  'a daily total is moved to another day': [
    `update daily_total set day = day - 1 where code = 'equity.capital'`,
    'total_is_its_postings equity.capital: the total in USD of 2026-11-20 says nothing, its postings 5',
    'total_is_its_postings equity.capital: the total in USD of 2026-11-19 says 5, its postings nothing',
  ],
  'an amount is moved from one daily total to another': [
    `update daily_total t set amount = amount + case when t.day = f.day then 5 else -5 end
     from (select min(day) as day from daily_total where code = 'fee.deferred') f where code = 'fee.deferred'`,
    'total_is_its_postings fee.deferred: the total in USD of',
    'says 18, its postings 13',
    'says -18, its postings -13',
  ],
  'a daily total is changed': [
    `update daily_total set amount = amount + 1 where code = 'equity.capital'`,
    'total_is_its_postings equity.capital: the total in USD of 2026-11-20 says 6, its postings 5',
    'totals_are_the_balances equity.capital',
  ],
  'a daily total is removed': [
    `delete from daily_total where code = 'equity.capital'`,
    'total_is_its_postings equity.capital: the total in USD of 2026-11-20 says nothing, its postings 5',
  ],
  'a daily total of no posting is added': [
    `insert into daily_total (code, day, currency, class, side, amount) values ('suspense', '2001-01-01', 'USD', 'L', 'C', 0)`,
    'total_is_its_postings suspense: the total in USD of 2001-01-01 says 0, its postings nothing',
  ],
  'a daily total gets another asset': [
    `update daily_total set asset = 'USDC@2', currency = 'USDC@2' where code = 'crypto.deposits'`,
    'total_is_its_postings crypto.deposits: the total USDC@1 of',
    'total_is_its_postings crypto.deposits: the total USDC@2 of',
  ],
  'the class of a daily total is changed': [
    `update daily_total set class = 'A' where code = 'equity.capital'`,
    'total_is_as_the_chart_says equity.capital: the total in USD of 2026-11-20 has class A, side C and currency USD, the chart Q, C',
  ],
  'the side of a daily total is changed': [
    `update daily_total set side = 'C' where code = 'crypto.deposits'`,
    'total_is_as_the_chart_says crypto.deposits: the total USDC@1 of',
  ],
  'the currency of a daily total is changed': [
    `update daily_total set currency = 'EUR' where code in ('equity.capital', 'fx.usd')`,
    'total_is_as_the_chart_says equity.capital',
    'total_is_as_the_chart_says fx.usd: the total USDC@1 of',
  ],
  'more journals are called summed than are': [
    `update total_progress set summed_to = (select id from journal order by id desc limit 1)`,
    'totals_are_the_balances issuer.unallocated',
    'total_is_its_postings issuer.unallocated',
  ],
}
