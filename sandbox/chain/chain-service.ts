import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { createService, type Service } from '../kernel/service.ts'
import { RpcError } from './json-rpc.ts'
import { chainAccounts } from './chain-accounts.ts'
import { mountChainControl } from './chain-control.ts'
import { createChainNode } from './chain-node.ts'
import type { ChainSettings } from './chain-settings.ts'
import { setUpChain } from './chain-setup.ts'
import { createDemoWallet } from './demo-wallet.ts'
import { planDeployment } from './deployment.ts'
import { installedEngine } from './engines.ts'
import { createFeedTable } from './feed-table.ts'
import { createGate } from './gate.ts'
import { createHeartbeat } from './heartbeat.ts'
import { createJournal } from './journal.ts'
import { createNodeFaults } from './node-faults.ts'
import { createMiner } from './miner.ts'
import { createPriceDesk } from './price-desk.ts'
import { mountRpc } from './rpc-front.ts'
import { createSender } from './sender.ts'
import { createTreasuryDesk } from './treasury-desk.ts'
import { mountWalletPage } from './wallet-page.ts'

const answerErrors = ({ app }: Service) =>
  app.setErrorHandler(async (cause: Error & { statusCode?: number }, _request, reply) => {
    const refused = cause instanceof RpcError || cause instanceof RangeError ? 409 : (cause.statusCode ?? 503)
    return reply.code(refused).send({ error: cause.message })
  })

const assemble = (settings: ChainSettings) => {
  const service = createService(settings)
  const { app, store, clock } = service
  const accounts = chainAccounts(settings.credentials)
  const plan = planDeployment({
    deployer: accounts.deployer.address,
    treasury: accounts.treasury.address,
  })
  const gate = createGate()
  const journal = createJournal(store)
  const anvilPort = settings.anvilPort ?? settings.port + 1
  const node = createChainNode({
    engine: settings.engine ?? installedEngine(),
    port: anvilPort,
    dataDir: settings.dataDir,
    clock,
    gate,
    journal,
  })
  const miner = createMiner({ node, gate, journal, clock })
  const sender = createSender({ rpc: node.rpc, gate, miner })
  const wallet = createDemoWallet({ plan, sender, accounts })
  const treasury = createTreasuryDesk({ plan, sender, accounts, journal })
  const desk = createPriceDesk({
    feeds: createFeedTable(store, plan),
    plan,
    sender,
    deployer: accounts.deployer,
    clock,
  })
  const nodeFaults = createNodeFaults({ demoWallet: accounts.demoWallet.address })
  const heartbeat = createHeartbeat({
    miner,
    journal,
    heartbeatMs: settings.heartbeatMs ?? 2000,
    idleHeartbeatMs: settings.idleHeartbeatMs ?? 12_000,
    beforeBeat: desk.stampWhenDue,
  })
  const { port } = settings
  mountRpc({ app, rpc: node.rpc, gate, miner, nodeFaults, onSend: heartbeat.wake })
  mountChainControl({
    app,
    port,
    plan,
    accounts,
    node,
    journal,
    miner,
    heartbeat,
    wallet,
    desk,
    treasury,
    nodeFaults,
  })
  mountWalletPage({ service, sender, wallet, accounts, node, heartbeat })
  return { service, accounts, plan, gate, journal, node, miner, sender, wallet, desk, nodeFaults, heartbeat }
}

/**
 * Starts the local chain: engine, contracts, demo wallet, JSON-RPC and control plane. Resolves when all parts
 * answer. `sandbox/chain/README.md` describes calls and bodies.
 */
export const startChain = async (settings: ChainSettings): Promise<Service> => {
  const dataDir = resolve(settings.dataDir)
  mkdirSync(dataDir, { recursive: true })
  const parts = assemble({ ...settings, dataDir })
  const { service, gate, journal, node, miner, desk, nodeFaults, heartbeat } = parts

  const comeUp = async () => {
    await gate.exclusive(node.boot)
    await setUpChain(parts)
    await desk.stampAll()
    await miner.mine(1)
    if (journal.fact('start_block') === null) journal.setFact('start_block', String(node.head().number))
  }
  const stop = async () => {
    heartbeat.stop()
    await gate.exclusive(node.stop)
  }
  answerErrors(service)
  service.clock.onAdvance(async () => {
    heartbeat.wake()
    await desk.stampAll()
    if (!miner.isPaused()) await miner.mine(1)
  })
  service.onReset(async () => {
    nodeFaults.clear()
    await gate.exclusive(async () => journal.forget())
    await comeUp()
  })
  try {
    await comeUp()
    await service.listen()
  } catch (cause) {
    await stop()
    await service.close()
    throw cause
  }
  heartbeat.start()
  return {
    ...service,
    close: async () => {
      await stop()
      await service.close()
    },
  }
}
