const card = `(select id from account where code = 'card.available')`
const waiting = `(select id from journal where kind = 'issuer.funded' order by id desc limit 1)`
const suspense = `(select id from account where code = 'suspense')`
const replacing = (name: string, was: string, is: string) =>
  `do $do$ begin execute replace(pg_get_functiondef('${name}'::regproc), '${was}', '${is}'); end $do$`

/** Changes facts of an account with all that belongs to it: a change with the next number, and its row in the queue. */
const withChange = (set: string, account: string) => `
  update account set ${set} where id = ${account};
  with change as (
    insert into account_change (account_id, number, at, code, asset, currency, owner_id, company_id, class, side, by_ref,
      passable, traits, floor, closed_at)
    select a.id, (select max(number) + 1 from account_change where account_id = a.id), now(), code, asset, currency, owner_id,
      company_id, class, side, by_ref, passable, traits, floor, closed_at from account a where a.id = ${account}
    returning id)
  insert into unsigned_entry (at, id, kind) select now(), id, 'a' from change`
const notAsTheChartSays = `account_is_as_the_chart_says ${card}: card.available with floor`
const norte = `(select id from account where code = 'wallet.immediate.available')`

/**
 * Changes that are whole in themselves, so that chains, balances, queue and blocks agree: of accounts with their change,
 * of a journal that no block signs yet, and of what the database believes.
 */
export const wholeChanges: Record<string, [statement: string, ...expected: string[]]> = {
  'the floor of a card is lowered, with its change': [
    withChange('floor = -99999999', card),
    `${notAsTheChartSays} -99999999`,
  ],
  'the floor of a card is removed, with its change': [
    withChange('floor = null', card),
    `${notAsTheChartSays} none`,
  ],
  'the class of a card is changed, with its change': [
    withChange(`class = 'I'`, card),
    `${notAsTheChartSays} 0, class I`,
  ],
  'the side of a card is changed, with its change': [
    withChange(`side = 'D', balance = balance`, card),
    `${notAsTheChartSays} 0, class L, side D`,
  ],
  'a card gets the traits of a passable account of the operator, with its change': [
    withChange('traits = 5', card),
    `and traits 5 is not as the chart says`,
  ],
  'a card is a wallet too, with its change': [
    withChange(`owner_id = (select owner_id from account where id = ${norte})`, card),
    `owner_is_as_the_chart_says ${card}: card.available is not an account of this kind of owner`,
  ],
  'the floor of an immediate wallet is removed, with its change': [
    withChange('floor = null', norte),
    `account_is_as_the_chart_says`,
  ],
  'the floor of an immediate wallet is lowered, with its change': [
    withChange('floor = -99999999', norte),
    'the immediate wallet has the floor -99999999, decided is -500',
  ],
  'a waiting journal gets a kind that does not exist': [
    `update journal set kind = 'made.up' where id = ${waiting}`,
    `journal_is_of_a_kind ${waiting}: made.up is no kind that the product writes`,
  ],
  'a waiting journal gets the key of another kind': [
    `update journal_key set key = journal_key_of('capital:1') where journal_id = ${waiting};
     update journal set idem = 'capital:1' where id = ${waiting}`,
    `journal_is_of_a_kind ${waiting}: capital:1 is no key of issuer.funded`,
  ],
  'a leg of a waiting journal gets another company': [
    `update posting set company_id = gen_random_uuid() where journal_id = ${waiting} and account_id = ${suspense}`,
    `leg_is_in_the_company_of_its_account ${waiting}: a leg of suspense is in company`,
  ],
  'a reference is open since a later day': [
    `update ref_balance set open_since = open_since + interval '300 days' where balance <> 0`,
    `reference_is_open_since_its_posting ${suspense}: reference`,
  ],
  'a kind may pass floors': [
    `update journal_kind set outside = true where name = 'transfer.made'`,
    'kind transfer.made: is another one in the database than in the product',
  ],
  'a kind is added': [
    `insert into journal_kind (name, key_pattern, outside, names_break, built, reversible, module)
     values ('made.up', '_%', true, false, true, true, 'loads')`,
    'kind made.up: is in the database, and the product has none',
  ],
  'a kind is removed': [
    `delete from journal_kind where name = 'order.paid'`,
    'kind order.paid: is missing in the database',
  ],
  'the chart gets another floor': [
    `update chart_line set floor = -99999999, passable = true where code = 'card.floating'`,
    'chart card.floating: is another one in the database than in the product',
  ],
  'the bounds of times are wider': [
    `update posting_bound set effective_behind_minutes = effective_behind_minutes * 10`,
    'bounds posting_bound: is another one in the database than in the product',
  ],
  'the bound of recorded times is wider, and this is no sandbox': [
    `revoke update on clock from cardamom_app; update posting_bound set recorded_behind_minutes = 10`,
    'bounds posting_bound: is another one in the database than in the product',
  ],
  'plans may write to another table': [
    `insert into plan_table (name) values ('journal_kind')`,
    'plan_table journal_kind: is in the database, and the product has none',
  ],
  'the check of signed entries finds nothing any more': [
    replacing('check_entries', 'is distinct from c.leaf', 'is null'),
    'function check_entries: is another one in the database than in the product',
  ],
  'the poster checks no floor': [
    replacing(
      'post_batch',
      'then balance else -balance end) < floors[account] then',
      'then balance else -balance end) < 0 and false then',
    ),
    'function post_batch: is another one in the database than in the product',
  ],
  'a function of the same name is in another schema': [
    `create schema other; create function other.check_entries(bigint, bigint) returns int language sql as 'select 1'`,
    'function check_entries: is in the database, and the product has none',
  ],
  'a function is removed': [
    'drop function opened_parts(uuid, bytea)',
    'function opened_parts: is missing in the database',
  ],
}
