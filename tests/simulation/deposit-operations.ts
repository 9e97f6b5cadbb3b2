import { formatCents } from '@cardamom/contract/money'
import { parseUnits } from 'viem'
import { payoutAssets } from './chain-facts.ts'
import { preview, sendMoney, sendOnce } from './money-calls.ts'
import { payLoad } from './payment-operations.ts'
import { call, type RunState } from './run-state.ts'

/** The smallest file that is accepted as a PDF. */
const pdfFile = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n').toString('base64')
const wallets = ['regular', 'immediate'] as const
/** Smallest top-ups of both wallets, and above the limit of a second person. */
const leastCents = { regular: 20_000, immediate: 100_000 } as const
const mostCents = 900_000

const someGross = ({ random }: RunState, wallet: (typeof wallets)[number]): string =>
  formatCents(BigInt(random.whole(leastCents[wallet], mostCents)))

/** An administrator enters the wire of a company with its proof; above a limit two people do. */
export const enterWire = async (run: RunState): Promise<string> => {
  const { random, world } = run
  const [maker] = run.administrators
  const wallet = random.pick(wallets)
  const gross = someGross(run, wallet)
  const wire = { companyId: random.pick(run.companies), wallet, gross }
  const seen = await preview<{ fee: string }>(run, maker, { path: '/top-ups/preview', query: wire })
  if (typeof seen === 'string') return `no wire of ${gross}: ${seen}`
  const stored = await call<{ id: string }>(run, maker, {
    method: 'POST',
    path: '/top-up-proofs',
    body: { file: pdfFile },
  })
  const entered = {
    bankReference: `WIRE ${random.bytes(6).toString('hex')}`,
    valuedOn: new Date(world.time.nowMs()).toISOString().slice(0, 10),
    reason: 'Wire',
    proofId: stored.body.data.id,
  }
  const told = await sendMoney(run, '/top-ups', { ...wire, fee: seen.fee, ...entered })
  const next = random.chance(0.6) ? `; ${await matchWire(run)}` : ''
  return `${wallet} wire of ${gross}: ${told}${next}`
}

type WireRow = { readonly id: string; readonly gross: bigint; readonly status: string }
const wires = `select id, gross_cents as gross, status from top_up where kind = 'wire' and wire = 'unmatched'
  and status <> 'reversed' order by id desc limit 3`
const standing = `select id, gross_cents as gross, status from top_up where status <> 'reversed' order by id desc limit 3`

/** The second administrator finds a wire on the statement of the bank. */
export const matchWire = async (run: RunState): Promise<string> => {
  const rows = await run.world.rows<WireRow>(wires)
  if (rows.length === 0) return 'no wire to match'
  const { id, gross } = run.random.pick(rows)
  const body = { statementLine: `LINE ${run.random.bytes(6).toString('hex')}`, amount: formatCents(gross) }
  const answer = await sendOnce(run, run.administrators[1], { path: `/top-ups/${id}/match`, body })
  return `matched a wire of ${body.amount}: ${answer.status}`
}

/** A wire bounced: two people take the top-up back, also when its money is spent and its shares are settled. */
export const reverseTopUp = async (run: RunState): Promise<string> => {
  const rows = await run.world.rows<WireRow>(standing)
  if (rows.length === 0) return enterWire(run)
  const { id, gross, status } = run.random.pick(rows)
  const told = await sendMoney(run, `/top-ups/${id}/reversal`, { reason: 'Bounced' })
  return `reversal of a ${status} top-up of ${formatCents(gross)}: ${told}`
}

type DepositAnswer = { id: string; address: string; due: string }

/** The administrator of a company locks the price of a deposit in crypto, which is then paid like a load. */
export const quoteDeposit = async (run: RunState): Promise<string> => {
  const { random } = run
  const person = random.pick(run.companyAdministrators)
  const { symbol, decimals } = random.pick(payoutAssets)
  const wallet = random.pick(wallets)
  const amount = someGross(run, wallet)
  const body = { companyId: person.companyId, wallet, amount, asset: symbol, network: 'ethereum' }
  const made = await sendOnce<DepositAnswer>(run, person, { path: '/coin-deposits', body })
  if (made.status !== 201) return `no deposit: ${made.status} ${made.body.code}`
  const { id, address, due } = made.body.data
  const dueUnits = parseUnits(due, decimals)
  run.loads.push({ id, path: '/coin-deposits', person, address, asset: symbol, dueUnits, paidUnits: 0n })
  const told = `${wallet} deposit of ${amount} in ${due} ${symbol}`
  return random.chance(0.7) ? `${told}; ${await payLoad(run)}` : told
}

type Resolvable = { resolutions: { kind: string; net: string | null }[] }
const inReview = `select id from load where kind = 'top_up' and status in ('review', 'confirmed') order by id desc limit 3`

/** Two people credit what came for a deposit that is not as quoted. */
export const decideDeposit = async (run: RunState): Promise<string> => {
  const rows = await run.world.rows<{ id: string }>(inReview)
  if (rows.length === 0) return 'no deposit in review'
  const { id } = run.random.pick(rows)
  const path = `/coin-deposits/${id}`
  const seen = await call<Resolvable>(run, run.administrators[0], { method: 'GET', path })
  const net = seen.body.data?.resolutions.find(({ kind }) => kind === 'credit')?.net
  if (!net) return `no credit of a deposit: ${seen.status}`
  return `credit of ${net}: ${await sendMoney(run, `${path}/credit`, { net, reason: 'It is theirs' })}`
}
