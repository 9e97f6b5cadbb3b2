import { formatCents, parseCents } from '@cardamom/contract/money'
import { storePasskey } from '../support/step-up-kit.ts'
import { payoutAssets } from './chain-facts.ts'
import { sendMoney, sendOnce } from './money-calls.ts'
import { payInTwo, quoteLoad } from './payment-operations.ts'
import { call, type RunState } from './run-state.ts'
import type { World } from './world.ts'

type LoadRow = { readonly id: string; readonly gross: bigint; readonly status: string }
const loadsIn = (...statuses: string[]) =>
  `select id, gross_cents as gross, status from load where kind = 'load' and card_id is not null
    and status in (${statuses.map((status) => `'${status}'`).join()}) order by id desc limit 6`
const reason = 'Our mistake'

/** All that is left of a load, or a part of it. */
const someOf = ({ random }: RunState, { gross }: LoadRow): { gross?: string } =>
  random.chance(0.3) ? {} : { gross: formatCents(BigInt(random.whole(1, Number(gross)))) }

/** A load that is paid by two transfers, of which each may leave with a part. */
export const quoteForTwo = async (run: RunState): Promise<string> =>
  `${await quoteLoad(run)}; ${await payInTwo(run)}`

/** Administrators undo a load that is not on its card yet, or a part of it. */
export const undoLoad = async (run: RunState): Promise<string> => {
  const { random, world } = run
  const find = () => world.rows<LoadRow>(loadsIn('held', 'credit_failed'))
  const first = (await find()).length === 0 ? `${await quoteForTwo(run)}; ` : ''
  const rows = await find()
  if (rows.length === 0) return `${first}nothing to undo`
  const load = random.pick(rows)
  const part = someOf(run, load)
  const told = await sendMoney(run, `/company-loads/${load.id}/undo`, { ...part, reason })
  const next = random.chance(0.4) ? `; ${await decidePart(run)}` : ''
  return `${first}undo of ${part.gross ?? 'all'} of ${formatCents(load.gross)} ${load.status}: ${told}${next}`
}

/** Two people reverse a load that is on its card, or a part of it. */
export const reverseLoad = async (run: RunState): Promise<string> => {
  const rows = await run.world.rows<LoadRow>(loadsIn('credited'))
  if (rows.length === 0) return quoteForTwo(run)
  const load = run.random.pick(rows)
  const part = someOf(run, load)
  const told = await sendMoney(run, `/company-loads/${load.id}/reversal`, { ...part, reason })
  return `reversal of ${part.gross ?? 'all'} of ${formatCents(load.gross)}: ${told}`
}

type Review = {
  load: { resolutions: readonly { kind: string; net: string | null; asset: string | null }[] }
}
const away = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
/** Coins whose payments are whole units of the ledger. */
const refundable = new Set(payoutAssets.filter(({ decimals }) => decimals <= 8).map(({ symbol }) => symbol))
const withPasskey = new WeakMap<World, Set<string>>()

/** The payer requests a refund, which administrators approve. */
const refund = async (run: RunState, id: string): Promise<string> => {
  const { world, people } = run
  const [owner] = await world.rows<{ user_id: string }>('select user_id from load where id = $1', [id])
  const person = people.find(({ userId }) => userId === owner?.user_id)
  if (!person) return 'nobody to refund'
  const known = withPasskey.get(world) ?? new Set()
  withPasskey.set(world, known)
  if (!known.has(person.userId)) await storePasskey(world.product().kernel, person)
  known.add(person.userId)
  const requested = await sendOnce(run, person, { path: `/loads/${id}/refund`, body: { address: away } })
  if (requested.status >= 300) return `${requested.status} ${requested.body.code}`
  return sendMoney(run, `/company-loads/${id}/refund`, { address: away, reason })
}

/** What was undone or reversed is credited again, or returned to its payer. */
export const decidePart = async (run: RunState): Promise<string> => {
  const { random, world } = run
  const undone = `select l.id, l.gross_cents as gross, l.status from load l where l.status = 'review' and l.kind = 'load'
    and (l.acceptance > 0 or exists (select from load_part p where p.part_load_id = l.id)) order by l.id desc limit 6`
  const rows = await world.rows<LoadRow>(undone)
  if (rows.length === 0) return 'nothing to decide'
  const { id, gross } = random.pick(rows)
  const seen = await call<Review>(run, run.administrators[0], { method: 'GET', path: `/company-loads/${id}` })
  const choices = seen.body.data?.load.resolutions ?? []
  const coins = choices.filter(({ kind }) => kind === 'refund')
  const canRefund = coins.length > 0 && coins.every(({ asset }) => refundable.has(asset ?? ''))
  if (canRefund && random.chance(0.4)) return `refund of ${formatCents(gross)}: ${await refund(run, id)}`
  const net = choices.find(({ kind }) => kind === 'credit')?.net
  if (!net || parseCents(net) === null) return `no credit of ${formatCents(gross)}: ${seen.status}`
  return `credit of ${net}: ${await sendMoney(run, `/company-loads/${id}/credit`, { net, reason })}`
}
