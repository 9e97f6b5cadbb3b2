import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getAddress, isAddress, parseUnits, toEventSelector } from 'viem'
import type { ChainAccounts } from './chain-accounts.ts'
import type { ChainNode } from './chain-node.ts'
import type { DemoWallet, SentPayment, Payment } from './demo-wallet.ts'
import type { DeploymentPlan, TokenFacts } from './deployment.ts'
import { feedDecimals } from './feed-table.ts'
import type { Heartbeat } from './heartbeat.ts'
import type { Journal } from './journal.ts'
import type { NodeFaults, NodeFaultKind } from './node-faults.ts'
import type { Miner, ReorgTransactions } from './miner.ts'
import type { PriceDesk, PriceWish } from './price-desk.ts'
import { Refusal } from './sender.ts'
import type { Sweep, Trade, TreasuryDesk, WalletTransfer } from './treasury-desk.ts'

type ControlDeps = {
  readonly app: FastifyInstance
  readonly port: number
  readonly plan: DeploymentPlan
  readonly accounts: ChainAccounts
  readonly node: ChainNode
  readonly journal: Journal
  readonly miner: Miner
  readonly heartbeat: Heartbeat
  readonly wallet: DemoWallet
  readonly desk: PriceDesk
  readonly treasury: TreasuryDesk
  readonly nodeFaults: NodeFaults
}

const transferTopic = toEventSelector('Transfer(address,address,uint256)')

const payAnswer = ({ txHash, receipt }: SentPayment) => {
  if (!receipt) return { txHash }
  const transfers = receipt.logs.filter(({ topics }) => topics[0] === transferTopic)
  const logIndexes = transfers.map(({ logIndex }) => Number(logIndex))
  const [logIndex] = logIndexes
  return {
    txHash,
    blockNumber: Number(receipt.blockNumber),
    ...(logIndex === undefined ? {} : { logIndex, logIndexes }),
  }
}

const whole = (value: unknown, range: { name: string; from: number; to: number }): number => {
  const { name, from, to } = range
  if (typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to) return value
  throw new Refusal(400, `${name}: a whole number from ${from} to ${to}`)
}

const flag = (value: unknown, name: string): boolean => {
  if (typeof value === 'boolean') return value
  throw new Refusal(400, `${name}: true or false`)
}

const tokenAnswer = ({ symbol, name, address, decimals }: TokenFacts) => ({
  symbol,
  name,
  address,
  decimals,
  network: 'ethereum',
})

const chainAnswer = ({ port, plan, accounts, node, journal, miner, heartbeat }: ControlDeps) => {
  const { number, timeSeconds } = node.head()
  return {
    chainId: 31337,
    rpcUrl: `http://127.0.0.1:${port}/rpc`,
    engine: node.engine,
    enginePid: node.pid(),
    startBlock: Number(journal.fact('start_block') ?? 0),
    head: number,
    finalized: Math.max(0, number - 2),
    headTime: new Date(timeSeconds * 1000).toISOString(),
    paymentsOpen: heartbeat.isOpen(),
    miningPaused: miner.isPaused(),
    tokens: plan.tokens.map(tokenAnswer),
    unlistedTokens: plan.unlistedTokens.map((token) => ({ asset: token.asset, ...tokenAnswer(token) })),
    feeds: plan.feeds,
    feedDecimals,
    forwarderFactory: plan.forwarderFactory,
    forwarderInitCodeHash: plan.forwarderInitCodeHash,
    treasury: accounts.treasury.address,
    payoutWallet: accounts.payoutWallet.address,
    venueWallet: accounts.venueWallet.address,
    demoWallet: accounts.demoWallet.address,
    deployer: accounts.deployer.address,
  }
}

const needBody = async ({ body }: FastifyRequest) => {
  if (typeof body !== 'object' || body === null) throw new Refusal(400, 'send a JSON object')
}
const withBody = { preHandler: needBody }

type PayBody = Payment & { asset: string; wait?: boolean }

const mountMoney = ({ app, wallet, desk, treasury, heartbeat }: ControlDeps) => {
  app.post<{ Body: Sweep }>('/_control/sweep', withBody, async ({ body }) => {
    heartbeat.wake()
    return payAnswer(await treasury.sweep(body))
  })
  app.post<{ Body: WalletTransfer }>('/_control/move', withBody, async ({ body }) => {
    heartbeat.wake()
    return payAnswer(await treasury.transfer(body))
  })
  app.post<{ Body: Trade }>('/_control/trade', withBody, async ({ body }) => {
    heartbeat.wake()
    return payAnswer(await treasury.trade(body))
  })
  app.post<{ Body: PayBody }>('/_control/pay', withBody, async ({ body }) => {
    heartbeat.wake()
    return payAnswer(await wallet.pay({ ...body, wait: body.wait ?? true }))
  })
  app.post<{ Body: { asset: string; payments: Payment[]; wait?: boolean } }>(
    '/_control/pay-many',
    withBody,
    async ({ body }) => {
      heartbeat.wake()
      return payAnswer(await wallet.payMany({ ...body, wait: body.wait ?? true }))
    },
  )
  app.post<{ Body: PayBody }>('/_control/mint', withBody, async ({ body }) =>
    payAnswer(await wallet.mint(body)),
  )
  app.post<{ Body: PriceWish }>('/_control/price', withBody, async ({ body }) => desk.set(body))
}

const mountBlocks = ({ app, node, miner, heartbeat }: ControlDeps) => {
  app.post<{ Body: { blocks?: number } | undefined }>('/_control/mine', async ({ body }) => {
    const { number } = await miner.mine(whole(body?.blocks ?? 1, { name: 'blocks', from: 1, to: 1000 }))
    return { head: number, finalized: Math.max(0, number - 2) }
  })
  app.post<{ Body: { open: boolean } }>('/_control/payments-open', withBody, async ({ body }) => {
    heartbeat.setOpen(flag(body.open, 'open'))
    return { open: heartbeat.isOpen(), head: node.head().number }
  })
  app.post<{ Body: { paused: boolean } }>('/_control/mining', withBody, async ({ body }) => {
    miner.setPaused(flag(body.paused, 'paused'))
    return { paused: miner.isPaused() }
  })
  app.post<{ Body: { depth: number; transactions?: ReorgTransactions } }>(
    '/_control/reorg',
    withBody,
    async ({ body }) => {
      const transactions = body.transactions ?? 'drop'
      if (!['drop', 'remine', 'pool'].includes(transactions)) {
        throw new Refusal(400, 'transactions: drop, remine or pool')
      }
      return miner.reorg({ depth: whole(body.depth, { name: 'depth', from: 1, to: 64 }), transactions })
    },
  )
}

type NodeFaultBody = {
  kind: NodeFaultKind
  times?: number
  blocks?: number
  asset?: string
  to?: string
  amount?: string
}

const mountNodeFaults = ({ app, node, plan, nodeFaults }: ControlDeps) => {
  const invention = ({ asset, to = '', amount = '' }: NodeFaultBody) => {
    const token = [...plan.tokens, ...plan.unlistedTokens].find((each) => each.asset === asset)
    if (!token || !isAddress(to, { strict: false }) || !/^\d+(\.\d+)?$/.test(amount)) {
      throw new Refusal(400, 'invented_log: asset, to and amount are needed')
    }
    const units = parseUnits(amount, token.decimals).toString()
    return { token: token.address, to: getAddress(to), units }
  }
  app.get('/_control/node-faults', async () => nodeFaults.list())
  app.post<{ Body: NodeFaultBody }>('/_control/node-faults', withBody, async ({ body }) => {
    const { kind, times } = body
    const frozenAt = node.head().number - whole(body.blocks ?? 0, { name: 'blocks', from: 0, to: 1000 })
    return nodeFaults.add({
      kind,
      ...(times === undefined ? {} : { times: whole(times, { name: 'times', from: 1, to: 1_000_000 }) }),
      ...(kind === 'stale_head' ? { frozenAt } : {}),
      ...(kind === 'invented_log' ? invention(body) : {}),
    })
  })
  app.delete('/_control/node-faults', async () => {
    nodeFaults.clear()
    return { cleared: true }
  })
  app.delete<{ Params: { id: string } }>('/_control/node-faults/:id', async ({ params }) => {
    nodeFaults.clear(params.id)
    return { cleared: true }
  })
}

/** The calls of `sandbox/chain/README.md` under `/_control`, protected by the control token. */
export const mountChainControl = (deps: ControlDeps): void => {
  deps.app.get('/_control/chain', async () => chainAnswer(deps))
  mountMoney(deps)
  mountBlocks(deps)
  mountNodeFaults(deps)
}
