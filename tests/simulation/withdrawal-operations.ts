import { formatCents } from '@cardamom/contract/money'
import { payoutAssets } from './chain-facts.ts'
import { preview, sendOnce } from './money-calls.ts'
import type { RunState } from './run-state.ts'

/** A withdrawal is at least 50.00. */
const leastCents = 5000
const mostCents = 60_000

/** The administrator of a company requests a withdrawal, which is often decided at once. */
export const withdraw = async (run: RunState): Promise<string> => {
  const { random } = run
  const { addressId, ...by } = random.pick(run.companyAdministrators)
  const total = formatCents(BigInt(random.whole(leastCents, mostCents)))
  const wallet = random.pick(['regular', 'immediate'])
  const query = { of: 'company', wallet, addressId, asset: random.pick(payoutAssets).symbol, total }
  const seen = await preview<{ fee: string }>(run, by, { path: '/withdrawals/preview', query })
  if (typeof seen === 'string') return `no withdrawal of ${total}: ${seen}`
  const body = { ...query, fee: seen.fee, description: 'Share' }
  const made = await sendOnce(run, by, { path: '/withdrawals', body })
  const told = `${wallet} withdrawal of ${total}: ${made.status} ${made.body.code ?? ''}`
  return made.status === 200 && random.chance(0.7) ? `${told}; ${await decideWithdrawal(run)}` : told
}

type PendingRow = {
  readonly id: string
  readonly net: bigint
  readonly to_address: string
  readonly requested_by: string
  readonly step: string
}
const pending = `select id, net_cents as net, to_address, requested_by, step from withdrawal
  where status = 'PENDING' order by id desc limit 4`

/** Another person approves or rejects a withdrawal, or its requester cancels it; also when it is too late for that. */
export const decideWithdrawal = async (run: RunState): Promise<string> => {
  const { random } = run
  const rows = await run.world.rows<PendingRow>(pending)
  if (rows.length === 0) return withdraw(run)
  const { id, net, to_address: address, requested_by: requester, step } = random.pick(rows)
  const staff = run.administrators[1]
  const own = run.companyAdministrators.find(({ userId }) => userId === requester) ?? staff
  const ways = [
    { weight: 7, by: staff, path: 'approval', body: { net: formatCents(net), address } },
    { weight: 2, by: staff, path: 'rejection', body: { reason: 'Not ours' } },
    { weight: 1, by: own, path: 'cancellation', body: {} },
  ]
  const { by, path, body } = random.weighted(ways)
  const answer = await sendOnce(run, by, { path: `/withdrawals/${id}/${path}`, body })
  return `${path} of a ${step} withdrawal of ${formatCents(net)}: ${answer.status}`
}

const faults = ['answer_lost', 'forgotten', 'reverts'] as const

/** What goes wrong with payments on the chain: fees rise so that they wait and are replaced, or the node errs about one. */
export const breakPayments = async ({ random, world }: RunState): Promise<string> => {
  if (random.chance(0.5)) {
    world.chain.setDear(true)
    return 'payments need higher fees'
  }
  const fault = random.pick(faults)
  world.chain.injectPayment(fault)
  return `the next payment: ${fault}`
}
