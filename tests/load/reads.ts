import pg from 'pg'
import { houseId } from '../../server/src/companies/company.ts'
import { runCallers } from './callers.ts'
import { withProcessorTime } from './processor-time.ts'
import {
  middle,
  rounded,
  say,
  startMeasuredProduct,
  type MeasuredPerson,
  type MeasuredProduct,
} from './measured-product.ts'

/** Goals: three times the rates from before mount() was optimised (585, 669, 495 and 268 a second). */
const paths = {
  getUserAuths: '/api/getUserAuths',
  cards: '/api/cards',
  transactions: '/api/transactions',
  loadOptions: '/api/load-options',
}
type Name = keyof typeof paths

const connections = 20
const seconds = Number(process.env['LOAD_SECONDS'] ?? 4)
const rounds = Number(process.env['LOAD_ROUNDS'] ?? 3)
const cardholder = 2
const paymentsEach = 30

const insertCard = `insert into card (id, ref, company_id, user_id, card_type_id, plan_id, form, finish, origin,
    reference, issuer_card_id, name_on_card, bin, last_digits, expiry, status, payment_status, created_at, activated_at)
  select $1, $2, $3, $4, t.id, t.issue_plan_id, t.form, t.finish, 'requested', $2, $2, 'ANA PAZ', '400000', '1234', '12/30',
    'activated', 'waived', $5, $5
  from card_type t order by t.position limit 1`
const insertPayments = `insert into card_transaction (id, company_id, user_id, card_id, issuer_transaction_id, status,
    purpose, category, merchant_name, mcc, merchant_city, merchant_country, amount_cents, settled_cents, at,
    authorised_at, settled_at)
  select gen_random_uuid(), $1, $2, $3, $4 || n, 'settled', 'purchase', 'shopping', 'Shop ' || n, '5411', 'Lima', 'PER',
    -100 * n, -100 * n, $5::timestamptz - n * interval '3 hours', $5, $5
  from generate_series(1, ${paymentsEach}) n`

/** A person with a card and payments of one month. */
const signInHolder = async ({ kernel, ownerUrl, signIn }: MeasuredProduct): Promise<MeasuredPerson> => {
  const { ids, clock } = kernel
  const person = await signIn(cardholder)
  const cardId = ids.next()
  const at = clock.now()
  // The earlier states of these rows do not matter here, so the checks of their states are left out.
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  await owner.query(insertCard, [cardId, `C-${cardId.slice(-8)}`, houseId, person.userId, at])
  await owner.query(insertPayments, [houseId, person.userId, cardId, cardId, at])
  await owner.end()
  return person
}

/**
 * Plain reads of signed-in people over HTTP: twenty connections, each with its own person. The result has the
 * calls a second, the median of the rounds. `LOAD_ONLY=transactions,cards` limits it to these calls.
 */
export const run = async (): Promise<object> => {
  const product = await startMeasuredProduct()
  try {
    const { port } = product
    const people: MeasuredPerson[] = []
    for (let index = 0; index < connections; index += 1) people.push(await signInHolder(product))
    const names = (process.env['LOAD_ONLY']?.split(',') ?? Object.keys(paths)) as Name[]
    const measured = new Map(names.map((name) => [name, [] as number[]]))
    const refused: Record<string, number> = {}
    for (let round = 0; round <= rounds; round += 1) {
      for (const name of names) {
        const isWarmUp = round === 0
        const of = { port, connections, path: paths[name], people, seconds: isWarmUp ? 2 : seconds }
        const result = await withProcessorTime([product.databasePid], () => runCallers(of))
        Object.assign(refused, result.refused)
        if (isWarmUp) continue
        measured.get(name)?.push(result.perSecond)
        const { perSecond, p50Ms, p99Ms, serverUs, databaseUs, callerUs } = result
        const times = `p50 ${rounded(p50Ms, 1)} ms, p99 ${rounded(p99Ms, 1)} ms`
        const used = `a call ${serverUs} µs, database ${databaseUs} µs, caller ${callerUs} µs`
        say(`${name} ${Math.round(perSecond)}/s, ${times}; ${used}`)
      }
    }
    const figures = [...measured].map(([name, values]) => [name, Math.round(middle(values))])
    return { name: 'reads', ...Object.fromEntries(figures), refused }
  } finally {
    await product.stop()
  }
}
