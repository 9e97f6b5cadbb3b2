import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { mountPageFiles, ownPageHeaders } from '../kernel/page-files.ts'
import type { Service } from '../kernel/service.ts'
import type { RpcReceipt } from './json-rpc.ts'
import type { ChainAccounts } from './chain-accounts.ts'
import type { ChainNode } from './chain-node.ts'
import type { DemoWallet } from './demo-wallet.ts'
import type { Heartbeat } from './heartbeat.ts'
import { Refusal, type Sender } from './sender.ts'

type Deps = {
  readonly service: Service
  readonly sender: Sender
  readonly wallet: DemoWallet
  readonly accounts: ChainAccounts
  readonly node: ChainNode
  readonly heartbeat: Heartbeat
}
type SentRow = { tx_hash: `0x${string}`; asset: string; to_address: string; amount: string; at: string }

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

const finalDepth = 2

/** seen → in a block; final → at or below the finalized block; gone → neither in a block nor waiting. */
const stateOf = async ({ sender, node }: Deps, txHash: string) => {
  const receipt = await sender.read<RpcReceipt | null>('eth_getTransactionReceipt', [txHash])
  if (!receipt) {
    const waits = await sender.read<object | null>('eth_getTransactionByHash', [txHash])
    return { state: waits ? 'waiting' : 'gone' }
  }
  const blockNumber = Number(receipt.blockNumber)
  if (receipt.status === '0x0') return { state: 'failed', blockNumber }
  const above = node.head().number - blockNumber
  return { state: above >= finalDepth ? 'final' : 'seen', blockNumber, confirmations: above + 1 }
}

const mountApi = (deps: Deps) => {
  const { service, wallet, accounts, node, heartbeat } = deps
  const { app, store, clock, settings } = service
  store.exec(`create table if not exists wallet_payment (seq integer primary key autoincrement,
    tx_hash text not null, asset text not null, to_address text not null, amount text not null, at text not null)`)
  const hosts = new Set([
    new URL(settings.publicUrl).host,
    `127.0.0.1:${settings.port}`,
    `localhost:${settings.port}`,
  ])
  // A page of another origin cannot send JSON here; the host check stops a page whose own name resolves to
  // us.
  const guard = async (request: FastifyRequest) => {
    if (!loopback.has(request.ip) || !hosts.has(request.headers.host ?? '')) {
      throw new Refusal(403, 'only from this machine')
    }
    if (request.method === 'POST' && !request.headers['content-type']?.startsWith('application/json')) {
      throw new Refusal(415, 'send JSON')
    }
  }
  app.get('/api/wallet', { preHandler: guard }, async () => {
    const rows = store
      .prepare('select * from wallet_payment order by seq desc limit 12')
      .all() as unknown as SentRow[]
    const payments = await Promise.all(
      rows.map(async ({ tx_hash: txHash, asset, to_address: to, amount, at }) => ({
        txHash,
        asset,
        to,
        amount,
        at,
        ...(await stateOf(deps, txHash)),
      })),
    )
    const balances = (await wallet.balances()).map(({ asset, amount }) => ({ asset, amount }))
    return { address: accounts.demoWallet.address, head: node.head().number, balances, payments }
  })
  app.post<{ Body: { asset: string; to: string; amount: string } }>(
    '/api/pay',
    { preHandler: guard },
    async ({ body: { asset, to, amount } }) => {
      heartbeat.wake()
      const { txHash } = await wallet.pay({ asset, to, amount, wait: false })
      store
        .prepare('insert into wallet_payment (tx_hash, asset, to_address, amount, at) values (?, ?, ?, ?, ?)')
        .run(txHash, asset, to, amount, clock.now().toISOString())
      return { txHash }
    },
  )
}

/**
 * The demo wallet for people: a page at `/` and its two calls. It holds test money only, so no token is
 * needed.
 */
export const mountWalletPage = (deps: Deps): void => {
  mountApi(deps)
  mountPageFiles(deps.service.app, {
    folder: join(import.meta.dirname, 'page'),
    headers: ownPageHeaders("'none'"),
    paths: {
      '/': 'wallet.html',
      '/page/wallet.css': 'wallet.css',
      '/page/wallet.js': 'wallet.js',
      '/page/wallet-texts.js': 'wallet-texts.js',
    },
  })
}
