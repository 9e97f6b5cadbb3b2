import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Queries } from '../kernel/queries.ts'
import { chart, traitsOf } from './chart.ts'
import type { Finding } from './checks.ts'
import { legsOfKind, listedCodes } from './kind-legs.ts'
import { keyPattern, kinds } from './kinds.ts'

/**
 * The checks of the book believe the database's own kinds, chart and functions, and post_batch believes them too.
 * Here they are compared with those of the code, so the program on another machine judges the database.
 */
type Fact = readonly [name: string, facts: string]

/** The functions of the migrated schema and the tables of plans, as `tools/schema-types.ts` wrote them. */
const functionsFile = join(import.meta.dirname, '../kernel/functions.sql')
const readExpected = () => {
  const text = readFileSync(functionsFile, 'utf8')
  const [functions = '', tables = ''] = text.split(/^-- The tables that plans write to.*\n/m)
  const texts = functions.split(/^(?=CREATE (?:OR REPLACE FUNCTION|AGGREGATE) public\.)/m).slice(1)
  return {
    functions: texts.map((each): Fact => {
      const [, name = ''] = /^CREATE (?:OR REPLACE FUNCTION|AGGREGATE) public\.(\w+)/.exec(each) ?? []
      return [name, each.trimEnd().replace(/;$/, '')]
    }),
    planTables: [...tables.matchAll(/^-- (\S+)$/gm)].map(([, name = '']) => name),
  }
}

/** Facts that only one of both sides has, each name once. */
const differences = (check: string, expected: readonly Fact[], stored: readonly Fact[]): Finding[] => {
  const textOf = ([name, facts]: Fact) => `${name}\n${facts}`
  const [known, found] = [new Set(expected.map(textOf)), new Set(stored.map(textOf))]
  const missing = new Set(expected.filter((each) => !found.has(textOf(each))).map(([name]) => name))
  const others = new Set(stored.filter((each) => !known.has(textOf(each))).map(([name]) => name))
  return [...new Set([...missing, ...others])].map((subject) => ({
    check,
    subject,
    detail: !others.has(subject)
      ? 'is missing in the database'
      : missing.has(subject)
        ? 'is another one in the database than in the product'
        : 'is in the database, and the product has none',
  }))
}

const storedKinds = `select name, key_pattern || ' ' || outside || ' ' || names_break || ' ' || built || ' ' || reversible
    || ' ' || module || ' ' || debits || ' ' || credits || ' ' || one_wallet as facts from journal_kind`
const expectedKinds = (): Fact[] =>
  kinds.map((kind) => {
    const { outside, namesBreak, later, reversible, module } = kind
    const { debits, credits, oneWallet } = legsOfKind(kind.kind)
    const facts = [keyPattern(kind), outside, namesBreak, !later, reversible, module]
    return [kind.kind, [...facts, listedCodes(debits), listedCodes(credits), oneWallet].join(' ')]
  })

const storedLines = `select code as name, concat_ws(' ', currency_kind, class, side, array_to_string(owner_kinds, ','),
    coalesce(floor::text, 'none'), by_ref::text, passable::text, traits) as facts from chart_line`
const expectedLines = (): Fact[] =>
  chart.map((line) => {
    const owners = line.owners.join(',')
    const facts = [
      line.currency,
      line.class,
      line.side,
      owners,
      line.floor ?? 'none',
      line.hasRefs,
      line.passable,
    ]
    return [line.code, [...facts, traitsOf(line)].join(' ')]
  })

const storedTables = `select name::text, '' as facts from plan_table`

// In a sandbox, where the app may advance the clock, business time is not real time.
const storedBounds = `select 'posting_bound' as name, concat_ws(' ', case when exists (
      select from pg_class c, aclexplode(c.relacl) g
      where c.oid = 'clock'::regclass and g.grantee <> c.relowner and g.privilege_type = 'UPDATE')
    then '1 1' else recorded_behind_minutes || ' ' || recorded_ahead_minutes end, effective_behind_minutes,
    effective_ahead_minutes) as facts
  from posting_bound`
const expectedBounds: readonly Fact[] = [['posting_bound', `1 1 ${1095 * 24 * 60} ${24 * 60}`]]

/** The text of a function or aggregate of the database, for a row `p` of pg_proc. */
export const functionTextSql = `case
    when p.prokind in ('f', 'p') then rtrim(pg_get_functiondef(p.oid), E'\\n ')
    when p.prokind = 'a' then (
      select format('CREATE AGGREGATE public.%s(%s) (sfunc = %s, stype = %s)', p.proname,
        pg_get_function_identity_arguments(p.oid), f.proname, format_type(a.aggtranstype, null))
      from pg_aggregate a join pg_proc f on f.oid = a.aggtransfn where a.aggfnoid = p.oid)
    else 'no function' end`

// A schema before `public` in the path could have another function of the same name.
const storedFunctions = `select p.proname::text as name, ${functionTextSql} as facts from pg_proc p where p.proname = any ($1)`

const allowances = `
  select coalesce(a.owner_id, d.owner_id)::text as subject, format('the immediate wallet has the floor %s, decided is %s',
    coalesce(a.floor, 0), coalesce(-d.allowance_cents, 0)) as detail
  from (select owner_id, floor from account where code = 'wallet.immediate.available' and floor <> 0 offset 0) a
  full join decided_allowances() d on d.owner_id = a.owner_id
  where d.owner_id is null
    or not d.is_refused and d.is_settled and coalesce(-a.floor, 0) <> d.allowance_cents`

/**
 * Compares the kinds, the chart, the bounds of times, the tables of plans and all functions of the database with those of
 * the code, and the floors of immediate wallets with the allowances that people have decided.
 */
export const checkCatalogue = async (sql: Queries): Promise<Finding[]> => {
  const expected = readExpected()
  const names = [...new Set(expected.functions.map(([name]) => name))]
  const stored = async (text: string, ...values: string[][]): Promise<Fact[]> =>
    (await sql.rows<{ name: string; facts: string }>(text, values)).map(({ name, facts }) => [name, facts])
  const tables = expected.planTables.map((name): Fact => [name, ''])
  return [
    ...differences('kind', expectedKinds(), await stored(storedKinds)),
    ...differences('chart', expectedLines(), await stored(storedLines)),
    ...differences('bounds', expectedBounds, await stored(storedBounds)),
    ...differences('plan_table', tables, await stored(storedTables)),
    ...differences('function', expected.functions, await stored(storedFunctions, names)),
    ...(await sql.rows<Omit<Finding, 'check'>>(allowances)).map((each) => ({
      check: 'allowance_is_as_decided',
      ...each,
    })),
  ]
}
