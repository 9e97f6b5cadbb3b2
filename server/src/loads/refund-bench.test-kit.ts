import { grantOperation, storePasskey } from '../../../tests/support/step-up-kit.ts'
import { payoutAccount, startTestSigner, type SignerOptions } from '../../../tests/support/test-signer.ts'
import { startGate, type Gate } from '../../../tests/support/watched-gate.ts'
import type { StepUpRequest } from '@cardamom/contract/access/step-up'
import { debit, credit, journal } from '../ledger/posting.ts'
import { startLoadBench, type BenchPerson, type LoadBody } from './load-bench.test-kit.ts'

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
type SignerService = Pick<Awaited<ReturnType<typeof startTestSigner>>, 'url' | 'env' | 'stop'>
type Token = { readonly symbol: string; readonly address: string; readonly decimals: number }
type Log = { readonly topics: readonly string[]; readonly data: string; readonly address: string }

/** The bench of loads with a signer, a gate before the node and one before the signer, and a payout wallet with money. */
export const startRefundBench = async (
  env: Readonly<Record<string, string>> = {},
  startService: (...of: SignerOptions) => Promise<SignerService> = startTestSigner,
) => {
  const gates: { node?: Gate; signer?: Gate; service?: SignerService } = {}
  const bench = await startLoadBench(async (chain) => {
    gates.node = await startGate(chain.env.EVM_RPC_URL)
    gates.service = await startService(chain, { mostPerPayment: '300', mostPerDay: '100000' })
    gates.signer = await startGate(gates.service.url)
    const viaGate = { EVM_RPC_URL: `${gates.node.url}/rpc`, SIGNER_URL: gates.signer.url }
    return { ...gates.service.env, ...viaGate, ...env }
  })
  const { node, signer, service } = gates
  if (!node || !signer || !service) throw new Error('The bench has no gates')
  const { product, chain } = bench
  const { tokens } = JSON.parse(chain.env.EVM_CHAIN) as { tokens: Token[] }
  let keys = 0

  const rpc = async <T>(method: string, params: unknown[]): Promise<T> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(chain.env.EVM_RPC_URL, { method: 'POST', headers, body })
    return ((await answer.json()) as { result: T }).result
  }
  /** Coins in the payout wallet, on the chain and in the book: the unnamed money of another person. */
  const fund = async (asset: string, amount: string) => {
    const token = tokens.find(({ symbol }) => symbol === asset)
    await chain.pay({ asset, to: payoutAccount.address, amount })
    const { ids, clock, apply } = product.kernel
    const units = BigInt(amount) * 10n ** BigInt(Math.min(token?.decimals ?? 0, 8))
    const [id, account] = [ids.next(), `${asset}@ethereum`]
    const { outcome } = await apply({
      journals: [
        journal({
          kind: 'capital.contributed',
          key: `capital:${id}`,
          command: `fund ${id}`,
          effectiveAt: clock.now(),
          subjectId: id,
          legs: [
            debit({ code: 'crypto.payout', asset: account }, units),
            credit({ code: 'suspense', asset: account }, units, { ref: id }),
          ],
        }),
      ],
    })
    if (outcome !== 'posted') throw new Error(outcome)
  }
  /** Every payment of a coin to an address, in contract units: what the chain says, not what we stored. */
  const paymentsTo = async (to: string): Promise<bigint[]> => {
    const topics = [transferTopic, null, `0x${to.slice(2).toLowerCase().padStart(64, '0')}`]
    const logs = await rpc<Log[]>('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest', topics }])
    return logs.map(({ data }) => BigInt(data))
  }
  /** A payment that came too late, whose refund to an address the payer requests and two people approve. */
  const refunded = async (of: BenchPerson, address: string, over: Readonly<Record<string, string>> = {}) => {
    const whose = { userId: of.userId, companyId: of.card.companyId }
    await storePasskey(product.kernel, whose)
    const load = await bench.quote(of, over)
    await bench.pass(33 * bench.minuteMs)
    await bench.pay(load, load.due, over['asset'] ?? 'USDC')
    await bench.finalise()
    await request(of, load, address)
    return load
  }
  const request = async (of: BenchPerson, load: LoadBody, address: string) => {
    const whose = { userId: of.userId, companyId: of.card.companyId }
    const path = `/loads/${load.id}/refund`
    const key = () => ({ 'idempotency-key': `refund-bench-${(keys += 1)}` })
    const requested = await of.browser.post<StepUpRequest>(path, { address }, { headers: key() })
    const grant = await grantOperation(product.kernel, whose, requested.body.data)
    const done = await of.browser.post(path, { address }, { headers: { ...key(), 'step-up': grant } })
    if (done.status !== 200) throw new Error(done.text)
    if (!(await bench.queue(load))) throw new Error('The refund could not be queued')
  }
  type Row = { status: string; reason: string | null; attempt: number; outcome: string | null; nonce: bigint }
  const payoutOf = async ({ id }: LoadBody) =>
    product.rows<Row>(
      `select p.status, p.reason, p.attempt, a.outcome, a.nonce from payout p join load_refund r on r.id = p.owner_id
        left join payout_attempt a on a.payout_id = p.id and a.n = p.attempt where r.load_id = $1 order by p.id`,
      [id],
    )
  const journalsOf = async ({ id }: LoadBody) =>
    (
      await product.rows<{ kind: string }>('select kind from journal where subject_id = $1 order by id', [id])
    ).map(({ kind }) => kind)
  /** Business time passes in steps in which the job of payouts runs. */
  const follow = async (steps = 3) => {
    for (let step = 0; step < steps; step += 1) {
      product.wait(3000)
      await product.settle()
    }
  }
  return {
    ...bench,
    node,
    signer,
    rpc,
    tokens,
    fund,
    paymentsTo,
    refunded,
    request,
    payoutOf,
    journalsOf,
    follow,
    stop: async () => {
      const findings = await bench.stop()
      await Promise.all([node.stop(), signer.stop(), service.stop()])
      return findings
    },
  }
}

export type RefundBench = Awaited<ReturnType<typeof startRefundBench>>
