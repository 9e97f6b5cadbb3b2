import type pg from 'pg'
import { houseId } from '../../server/src/companies/company.ts'

export type Sizes = { readonly companies: number; readonly users: number; readonly transactions: number }

/** Rows of one insert: a run that is stopped goes on after the last complete one. */
const rowsAtOnce = 200_000
const yearsMs = 3 * 365 * 86_400_000

/** The id of row `n` of a table, made at a time as the product makes its ids. */
const idOf = (n: string, ms: string) =>
  `(substr(lpad(to_hex((${ms})::bigint), 12, '0'), 1, 8) || '-' || substr(lpad(to_hex((${ms})::bigint), 12, '0'), 9, 4)
    || '-7000-8000-' || lpad(to_hex((${n})::bigint), 12, '0'))::uuid`
/** A number from 0 to 1 that depends on `n` only. */
const chance = (n: string, seed: number) => `((hashint8extended(${n}, ${seed}) & 1048575) / 1048576.0)`
const oneOf = (values: readonly string[], n: string, seed: number) =>
  `(array[${values.map((each) => `'${each}'`).join(',')}])[1 + floor(${values.length} * ${chance(n, seed)})::int]`

const firstNames =
  `Ana Luis María José Carmen Juan Lucía Carlos Rosa Jorge Elena Miguel Sofía Pedro Julia Diego Valeria Andrés
  Camila Mateo Paula Daniel Isabel Hugo Teresa Raúl Noelia Iván Beatriz Óscar Pilar Rubén Alba Sergio Irene Víctor Marta
  Álvaro Clara Emilio Inés Tomás Nuria Gael Olga Bruno Lola Félix Ruth Simón`.split(/\s+/)
const lastNames =
  `Quispe Flores García Rojas Mamani Torres Vargas Paz Ramos Díaz Castro Mendoza Silva Huamán Ríos Vega Luna
  Soto Ponce Salas Cruz León Ortiz Campos Peña Núñez Rivas Aguilar Ibáñez Zegarra Benavides Carrasco Delgado Escobar
  Figueroa Guerrero Herrera Jurado Lozano Montoya Navarro Olivares Palacios Quiroga Rivera Sandoval Tapia Urrutia Valdez
  Yupanqui`.split(/\s+/)
const shops = [
  'Corner market',
  'Coffee house',
  'City bus',
  'Night pharmacy',
  'Fuel stop',
  'Book shop',
  'Airline',
]

/** The tree has 20 companies below the operator's own, 25 below each of these, and the others below those. */
const companyId = (n: string) => idOf(n, '1767225600000')
const parentNumber = `case when n <= 20 then 0 when n <= 520 then 1 + (n - 21) / 25 else 21 + (n - 521) % 500 end`
const companies = `insert into company (id, parent_id, tier, path, slug, name, created_at)
  select ${companyId('n')}, case when p = 0 then '${houseId}' else ${companyId('p')} end,
    case when n <= 20 then 2 when n <= 520 then 3 else 4 end,
    case when n <= 20 then array['${houseId}', ${companyId('n')}]
      when n <= 520 then array['${houseId}', ${companyId('p')}, ${companyId('n')}]
      else array['${houseId}', ${companyId('(1 + (p - 21) / 25)')}, ${companyId('p')}, ${companyId('n')}] end,
    'company-' || n, ${oneOf(lastNames, 'n', 1)} || ' ' || n, timestamptz '2026-01-01'
  from (select n, ${parentNumber} as p from generate_series($1::int8, $2::int8) n) numbered`

/** A few companies have most of the people. */
const companyNumber = (of: Sizes, n: string, seed: number) =>
  `(1 + floor(${of.companies} * power(${chance(n, seed)}, 3))::int8)`
const userMs = (of: Sizes, n: string) => `$3::int8 + (${yearsMs} * (${n})::int8) / ${of.users}`
const userId = (of: Sizes, n: string) => idOf(n, userMs(of, n))
const users = (
  of: Sizes,
) => `insert into app_user (id, company_id, role_id, username, email, email_verified_at,
    password_hash, first_name, last_name, country, referral_code, identity_verified_at, active, created_at)
  select ${userId(of, 'n')}, ${companyId(companyNumber(of, 'n', 2))},
    case when n % 1000 = 0 then 5 when n % 200 = 1 then 7 else 2 end,
    'user' || n, 'person' || n || '@example.com',
    case when ${chance('n', 3)} < 0.9 then at end, 'no password opens this', ${oneOf(firstNames, 'n', 4)},
    ${oneOf(lastNames, 'n', 5)} || ' ' || ${oneOf(lastNames, 'n', 6)}, 'PE', upper(lpad(to_hex(n), 8, '0')),
    case when ${chance('n', 7)} < 0.6 then at end, ${chance('n', 8)} < 0.95, at
  from (select n, to_timestamp((${userMs(of, 'n')}) / 1000.0) as at from generate_series($1::int8, $2::int8) n) timed`

/** A fifth of the people have a card; the first of them has a hundredth of all payments. */
const holders = (of: Sizes) => Math.floor(of.users / 5)
const holderUser = '(5 * h + 2)'
const cards = (
  of: Sizes,
) => `insert into card (id, ref, company_id, user_id, card_type_id, plan_id, form, finish, origin,
    reference, issuer_card_id, name_on_card, bin, last_digits, expiry, status, payment_status, created_at, activated_at)
  select c.id, 'C-' || h, ${companyId(companyNumber(of, holderUser, 2))}, ${userId(of, holderUser)}, t.id, t.issue_plan_id, t.form, t.finish,
    'requested', c.id, c.id, 'ANA PAZ', '400000', lpad((h % 10000)::text, 4, '0'), '12/30', 'activated', 'waived', at, at
  from (select h, ${idOf('h', `${userMs(of, holderUser)} + 1000`)} as id, to_timestamp((${userMs(of, holderUser)}) / 1000.0) as at
    from generate_series($1::int8 - 1, $2::int8 - 1) h) c
  cross join (select * from card_type order by position limit 1) t`

const atMs = (total: number) => `$3::int8 + (${yearsMs} * n) / ${total}`
const holderOf = (of: Sizes) =>
  `case when n % 100 = 0 then 0 else floor(${holders(of)} * power(${chance('n', 9)}, 2))::int8 end`
const transactions = (
  of: Sizes,
) => `insert into card_transaction (id, company_id, user_id, card_id, issuer_transaction_id,
    status, purpose, category, merchant_name, mcc, merchant_city, merchant_country, amount_cents, settled_cents, at,
    authorised_at, settled_at)
  select ${idOf('n', atMs(of.transactions))}, ${companyId(companyNumber(of, holderUser, 2))}, ${userId(of, holderUser)},
    ${idOf('h', `${userMs(of, holderUser)} + 1000`)}, 'T' || n, 'settled', 'purchase', 'shopping',
    ${oneOf(shops, 'n', 10)}, '5411', 'Lima', 'PER', cents, cents, at, at, at
  from (select n, ${holderOf(of)} as h, to_timestamp((${atMs(of.transactions)}) / 1000.0) as at,
    -(100 + floor(20000 * power(${chance('n', 11)}, 3)))::int8 as cents from generate_series($1::int8, $2::int8) n) numbered`

const loadsOf = (of: Sizes) => Math.floor(of.transactions / 20)
const loadStates = `case n % 20 when 0 then 'review' when 1 then 'expired' when 2 then 'cancelled' else 'credited' end`
const loads = (
  of: Sizes,
) => `insert into load (id, ref, company_id, user_id, card_id, speed, status, exception, asset, network, decimals,
    due_units, rate, mid_rate, spread_hundredths_bp, fee_schedule_id, rates, chain, gross_cents, fee_cents, net_cents,
    address, salt, quoted_at, expires_at, release_from, release_by)
  select ${idOf('n', atMs(loadsOf(of)))}, 'L-' || n, ${companyId(companyNumber(of, holderUser, 2))}, ${userId(of, holderUser)},
    ${idOf('h', `${userMs(of, holderUser)} + 1000`)}, 'regular', ${loadStates}, case when n % 20 = 0 then 'underpaid' end, 'USDC',
    'polygon', 6, 100000000, 100000000, 100000000, 0, '${houseId}', '{}', '[]', 10000, 100, 9900, '0x' || lpad(to_hex(n), 40, '0'),
    'salt', at, at, at, at
  from (select n, ${holderOf(of)} as h, to_timestamp((${atMs(loadsOf(of))}) / 1000.0) as at
    from generate_series($1::int8, $2::int8) n) numbered`

const entriesOf = (of: Sizes) => Math.floor(of.transactions / 10)
const actions = [
  'POST /sessions',
  'GET /users/:id',
  'PATCH /me/profile',
  'POST /loads',
  'POST /sessions/refresh',
]
const entries = (
  of: Sizes,
) => `insert into audit (id, at, business_at, actor_kind, actor_id, company_id, action, object_id,
    outcome, request_id, address)
  select ${idOf('n', atMs(entriesOf(of)))}, at, at, 'session', ${userId(of, 'u')}, ${companyId(companyNumber(of, 'u', 2))},
    ${oneOf(actions, 'n', 12)}, ${userId(of, 'u')}, case when n % 50 = 0 then 'forbidden' else 'done' end,
    ${idOf('n', atMs(entriesOf(of)))}, '10.0.0.1'
  from (select n, 1 + floor(${of.users} * ${chance('n', 13)})::int8 as u, to_timestamp((${atMs(entriesOf(of))}) / 1000.0) as at
    from generate_series($1::int8, $2::int8) n) numbered`

type Part = { readonly table: string; readonly rows: number; readonly insert: string }
const partsOf = (of: Sizes): Part[] => [
  { table: 'company', rows: of.companies, insert: companies },
  { table: 'app_user', rows: of.users, insert: users(of) },
  { table: 'card', rows: holders(of), insert: cards(of) },
  { table: 'card_transaction', rows: of.transactions, insert: transactions(of) },
  { table: 'load', rows: loadsOf(of), insert: loads(of) },
  { table: 'audit', rows: entriesOf(of), insert: entries(of) },
]

const prepare = `create table if not exists seeded (part text primary key, rows int8 not null, start_ms int8 not null);
  create table if not exists seeded_index (part text not null, definition text not null)`

/** Removes the indexes of a table that only serve reads, and notes them: they are made again when all rows are there. */
const dropIndexes = async (owner: pg.Client, table: string): Promise<void> => {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = $1::regclass and not i.indisunique`,
    [table],
  )
  await owner.query('begin')
  for (const { name, definition } of rows) {
    await owner.query('insert into seeded_index values ($1, $2)', [table, definition])
    await owner.query(`drop index ${name}`)
  }
  await owner.query('commit')
}

const createIndexes = async (owner: pg.Client, table: string): Promise<void> => {
  const { rows } = await owner.query<{ definition: string }>(
    'select definition from seeded_index where part = $1',
    [table],
  )
  for (const { definition } of rows) {
    await owner.query('begin')
    // The definition of a partitioned table's index leaves out its partitions.
    await owner.query(definition.replace(' ON ONLY ', ' ON '))
    await owner.query('delete from seeded_index where part = $1 and definition = $2', [table, definition])
    await owner.query('commit')
  }
}

const fill = async (owner: pg.Client, part: Part, say: (text: string) => void): Promise<void> => {
  const { table, rows: wanted, insert } = part
  const found = await owner.query<{ rows: bigint; startMs: bigint }>(
    `insert into seeded select $1, 0, coalesce((select min(start_ms) from seeded), $2)
     on conflict (part) do update set rows = seeded.rows returning rows, start_ms as "startMs"`,
    [table, Date.now() - yearsMs],
  )
  const { startMs = 0n, rows: before = 0n } = found.rows[0] ?? {}
  let done = Number(before)
  if (done === 0) await dropIndexes(owner, table)
  const usesTime = insert.includes('$3')
  while (done < wanted) {
    const to = Math.min(wanted, done + rowsAtOnce)
    await owner.query('begin')
    await owner.query(insert, [done + 1, to, ...(usesTime ? [String(startMs)] : [])])
    await owner.query('update seeded set rows = $2 where part = $1', [table, to])
    await owner.query('commit')
    done = to
    say(`${table} ${done} of ${wanted}`)
  }
  await createIndexes(owner, table)
}

/**
 * Fills the tables by a few inserts each. The rules of a row's earlier states do not matter here, so triggers do not
 * run. A database that was filled for other sizes is refused.
 */
export const seedLists = async (owner: pg.Client, of: Sizes, say: (text: string) => void): Promise<void> => {
  await owner.query(prepare)
  await owner.query(`set session_replication_role = replica; set synchronous_commit = off;
    set maintenance_work_mem = '1GB'; set work_mem = '256MB'`)
  const { rows } = await owner.query<{ part: string; rows: bigint }>('select part, rows from seeded')
  const parts = partsOf(of)
  const isLarger = rows.some((row) => {
    const next = parts[parts.findIndex(({ table }) => table === row.part) + 1]
    const size = parts.find(({ table }) => table === row.part)?.rows ?? 0
    const isComplete = next !== undefined && rows.some(({ part }) => part === next.table)
    return isComplete ? Number(row.rows) !== size : Number(row.rows) > size
  })
  if (isLarger) throw new Error('The folder has other sizes. Remove it, or choose another by LISTS_DIR.')
  for (const part of parts) await fill(owner, part, say)
  await owner.query('vacuum (analyze)')
  await owner.query('checkpoint')
}
