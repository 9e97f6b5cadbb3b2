import { rmSync } from 'node:fs'
import { readConfig } from '../../server/src/kernel/config.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createLog } from '../../server/src/kernel/log.ts'
import type { SqlValue } from '../../server/src/kernel/queries.ts'
import { createProduct, type Product } from '../../server/src/product.ts'
import { feedsOf, simulatedAssets, simulatedChain } from './chain-facts.ts'
import { startChainNode, type ChainNode } from './chain-node.ts'
import type { SeededRandom } from './seeded.ts'
import { issuerApiKey, startSimulatedIssuer, type SimulatedIssuer } from './simulated-issuer.ts'
import type { VirtualTime } from './virtual-time.ts'
import { makeDataDir } from '../support/data-dir.ts'
import { databaseSettings, type DatabaseUrls } from '../support/test-roles.ts'
import { openInspection, type Inspect } from './inspection.ts'
import { startRunSigner } from './run-signer.ts'
import { openWebhookGate, type WebhookGate } from './webhook-gate.ts'

/** Planted faults that the checks must find. */
export const plantedBugs = [
  'credit_again_without_reading',
  'late_row_for_the_next_load',
  'scanner_ignores_parents',
  'keys_forgotten',
] as const
export type PlantedBug = (typeof plantedBugs)[number]

export type World = {
  readonly time: VirtualTime
  readonly issuer: SimulatedIssuer
  readonly chain: ChainNode
  readonly product: () => Product
  readonly rows: <R extends object>(text: string, values?: readonly SqlValue[]) => Promise<R[]>
  /** The connection of the checks. */
  readonly inspect: Inspect
  /** Closes the server and starts another on the same database. */
  readonly restart: () => Promise<void>
  /** Runs jobs and delivers webhooks until nothing is left to do at this instant. */
  readonly settle: () => Promise<void>
  /** Advances time in steps, by default of at most an hour, and settles after each. */
  readonly pass: (durationMs: number, strideMs?: number) => Promise<void>
  readonly stop: () => Promise<void>
}

const key = Buffer.alloc(32, 7).toString('base64')
const nowhere = 'http://127.0.0.1:9'
const hourMs = 3_600_000
const idleRounds = 8

/** The settings of the server in a simulated world. */
export const environmentOf = (of: {
  database: DatabaseUrls
  issuer: SimulatedIssuer
  chain: ChainNode
  port: number
  dataDir: string
  smtpUrl: string
  signer?: Readonly<Record<string, string>>
}): Readonly<Record<string, string>> => ({
  ...of.signer,
  DATA_DIR: of.dataDir,
  ...databaseSettings(of.database),
  SANDBOX: 'on',
  PUBLIC_URL: 'http://localhost:4000',
  PORT: String(of.port),
  ENCRYPTION_KEY: key,
  LEDGER_SIGNING_KEY: key,
  SCREENING: 'off',
  RATE_LIMITS: 'off',
  DEMO: 'off',
  LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
  SMTP_URL: of.smtpUrl,
  KYC_URL: nowhere,
  KYC_API_KEY: 'simulated',
  KYC_SHARED_SECRET: 'simulated-secret',
  ISSUER_URL: of.issuer.url,
  ISSUER_API_KEY: issuerApiKey,
  ISSUER_WEBHOOK_KEY: of.issuer.webhookKey,
  EVM_RPC_URL: of.chain.url,
  EVM_CHAIN: simulatedChain,
  SANDBOX_SERVICES: JSON.stringify({
    issuer: { baseUrl: of.issuer.url, controlUrl: of.issuer.url, controlToken: of.issuer.controlToken },
  }),
})

/** Sets both feeds of every asset to its price. */
export const setFeeds = (chain: ChainNode): void => {
  for (const { symbol, price } of simulatedAssets) {
    for (const feed of feedsOf(symbol)) chain.setFeed(feed, { answer: price, ageSeconds: 10 })
  }
}

const startChain = async (of: { time: VirtualTime; random: SeededRandom; bug: PlantedBug | null }) => {
  const chain = await startChainNode({
    nowMs: of.time.nowMs,
    random: of.random.bytes,
    hidesReorgs: of.bug === 'scanner_ignores_parents',
  })
  setFeeds(chain)
  chain.mine()
  return chain
}

/** Runs jobs and webhooks in turn until neither has work; the issuer also does what is due at its clock. */
const settleWith =
  (of: { product: () => Product; gate: WebhookGate; issuer: SimulatedIssuer }) => async (): Promise<void> => {
    for (let round = 0; round < idleRounds; round += 1) {
      await of.product().kernel.jobs.drain()
      const came = await of.gate.openWhile(() => of.issuer.control('/clock', { offsetMs: 0 }))
      if (came === 0) return
    }
  }

/** The whole server in this process with the embedded issuer and a chain, on the time of the run. */
export const openWorld = async (of: {
  database: DatabaseUrls
  time: VirtualTime
  random: SeededRandom
  smtpUrl: string
  bug: PlantedBug | null
}): Promise<World> => {
  const { time } = of
  const dataDir = makeDataDir('simulation')
  const simulated = await startSimulatedIssuer()
  const chain = await startChain(of)
  const signer = await startRunSigner({ rpcUrl: chain.url, dataDir })
  const gate = await openWebhookGate()
  const wireProblems = () => [...simulated.wireProblems(), ...gate.problems()]
  const issuer: SimulatedIssuer = { ...simulated, wireProblems }
  const { port } = gate
  const config = readConfig(environmentOf({ ...of, issuer, chain, port, dataDir, signer: signer.env }))
  const random = of.random.fork()
  const open = async () => {
    const log = createLog(config.LOG_LEVEL)
    const made = await createProduct({ config, log, webDir: null, realMs: time.nowMs, random: random.bytes })
    await made.ready()
    gate.lead(made.kernel.app)
    return made
  }
  let product = await open()
  const { inspect, close } = await openInspection(of.database.appUrl)
  const settle = settleWith({ product: () => product, gate, issuer })
  return {
    time,
    issuer,
    chain,
    product: () => product,
    rows: <R extends object>(text: string, values: readonly SqlValue[] = []) =>
      product.kernel.db.read(allTenants, (sql) => sql.rows<R>(text, values)),
    inspect,
    restart: async () => {
      await product.stop()
      product = await open()
    },
    settle,
    pass: async (durationMs, strideMs = hourMs) => {
      for (let left = durationMs; left > 0; left -= strideMs) {
        time.advance(Math.min(left, strideMs))
        await settle()
      }
    },
    stop: async () => {
      await close()
      await gate.stop()
      await issuer.stop()
      await product.stop()
      await signer.stop()
      await chain.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
