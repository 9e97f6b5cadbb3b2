import { rmSync } from 'node:fs'
import pg from 'pg'
import { parseUnits, toHex, type Hex } from 'viem'
import { houseId } from '../../server/src/companies/company.ts'
import { readConfig } from '../../server/src/kernel/config.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createLog } from '../../server/src/kernel/log.ts'
import type { SqlValue } from '../../server/src/kernel/queries.ts'
import { createProduct, type Product } from '../../server/src/product.ts'
import { startChainNode } from '../simulation/chain-node.ts'
import { simulatedAssets } from '../simulation/chain-facts.ts'
import type { TokenTransfer } from '../simulation/chain-blocks.ts'
import { foundCompanies, openSession, welcome } from '../simulation/people.ts'
import type { SeededRandom } from '../simulation/seeded.ts'
import { startSilentMail } from '../simulation/silent-mail.ts'
import { startSimulatedIssuer } from '../simulation/simulated-issuer.ts'
import type { SimulationDatabase } from '../simulation/simulation-database.ts'
import { environmentOf, setFeeds, type World } from '../simulation/world.ts'
import { allowOwnLegs } from '../support/any-legs.ts'
import { freePort } from '../support/shared-postgres.ts'
import type { LoadAnswer, SignedIn } from './callers.ts'
import { startSlowAnswers } from './slow-answers.ts'
import { makeDataDir } from '../support/data-dir.ts'

const settleRounds = 6
const slowCreditMs = 800
const paidShare = 0.5
/** Much faster than a real chain, but slow enough for a busy server. */
const blockMs = 1000
const usdc = simulatedAssets[0]
/** Limits that no run reaches, because limits are not tested here. */
const noLimits = `update payin_limit set max_cents = 100000000000, daily_cents = 100000000000;
  insert into setting (key, value, changed_at) values ('maximumEmergencyLoad', '"1000000000.00"', 'epoch')`

/** The state that the checks of the simulation read; `pass` advances business time. */
type KillWorld = Pick<World, 'issuer' | 'chain' | 'product' | 'rows' | 'inspect' | 'pass'>

/** A server in this process on the same database, used before the first start and after the last kill. */
const openHere = async (env: Readonly<Record<string, string>>, aheadMs: number): Promise<Product> => {
  const config = readConfig({ ...env })
  const log = createLog(config.LOG_LEVEL)
  const product = await createProduct({ config, log, webDir: null, realMs: () => Date.now() + aheadMs })
  await product.kernel.app.listen({ port: config.PORT, host: '127.0.0.1' })
  return product
}

/** Statements as the schema's owner, who is not limited by the app's rights. */
const asOwner = async (ownerUrl: string, statements: string): Promise<void> => {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query(statements)
  } finally {
    await owner.end()
  }
}

/**
 * The issuer, a chain and a mail server in this process, and the environment of the server that is killed.
 */
export const openKillBench = async (database: SimulationDatabase, random: SeededRandom) => {
  const dataDir = makeDataDir('kill')
  const issuer = await startSimulatedIssuer()
  const slow = await startSlowAnswers({
    url: issuer.url,
    delayMs: slowCreditMs,
    isSlow: (method, path) => method === 'PUT' && path.endsWith('/credit'),
  })
  const chain = await startChainNode({ nowMs: () => Date.now(), random: random.bytes })
  setFeeds(chain)
  chain.mine()
  const mail = await startSilentMail()
  const port = await freePort()
  const { smtpUrl } = mail
  const env = environmentOf({ database, issuer: { ...issuer, url: slow.url }, chain, port, dataDir, smtpUrl })
  const worldOf = (product: Product): KillWorld => ({
    issuer,
    chain,
    product: () => product,
    inspect: (use) => product.kernel.db.read(allTenants, use),
    rows: <R extends object>(text: string, values: readonly SqlValue[] = []) =>
      product.kernel.db.read(allTenants, (sql) => sql.rows<R>(text, values)),
    pass: async (durationMs) => {
      const { clock, jobs } = product.kernel
      clock.setOffset(clock.offsetMs() + durationMs)
      for (let round = 0; round < settleRounds; round += 1) {
        await jobs.drain()
        await issuer.control('/webhooks/flush', {})
      }
    },
  })
  /** People with cards, signed in. */
  const prepare = async (count: number): Promise<SignedIn[]> => {
    await asOwner(database.ownerUrl, noLimits)
    await allowOwnLegs(database.ownerUrl)
    const product = await openHere(env, 0)
    const world = worldOf(product)
    const [norte, , lima] = await foundCompanies(world)
    const companies = [houseId, norte ?? houseId, lima ?? houseId]
    const wanted = Array.from({ length: count }, (_, index) => companies[index % 3] ?? houseId)
    const people: SignedIn[] = []
    for (const person of await welcome(world, wanted)) {
      people.push({ ...person, ...(await openSession(world, person)) })
    }
    await product.stop()
    return people
  }
  return {
    env,
    port,
    issuer,
    chain,
    worldOf,
    prepare,
    /** Credits that the issuer has made and not yet answered; `hurry` ends the delay. */
    creditsUnderWay: slow.held,
    hurry: slow.hurry,
    openHere: (aheadMs: number) => openHere(env, aheadMs),
    asOwner: (statements: string) => asOwner(database.ownerUrl, statements),
    stop: async () => {
      await slow.stop()
      await issuer.stop()
      await chain.stop()
      await mail.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type KillBench = Awaited<ReturnType<typeof openKillBench>>

const swipe = async ({ issuer }: KillBench, cardId: string): Promise<void> => {
  const made = await issuer.simulate('/authorisation', { cardId, amount: '0.25' })
  if (made?.status === 'PENDING') await issuer.simulate(`/${made.id}/clearing`, {})
}

/** Wallets that pay loads on the chain and shops that charge cards, at the same time as the callers. */
export const startStreet = (bench: KillBench, of: { people: readonly SignedIn[]; random: SeededRandom }) => {
  const { random, people } = of
  let queue: TokenTransfer[] = []
  const swipes = new Set<Promise<void>>()
  const mining = setInterval(() => {
    bench.chain.mine(queue)
    queue = []
  }, blockMs)
  const swiping = setInterval(() => {
    const swiped: Promise<void> = swipe(bench, random.pick(people).issuerCardId).finally(() =>
      swipes.delete(swiped),
    )
    swipes.add(swiped)
  }, 200)
  return {
    /**
     * Half of the quoted loads are never paid: the test needs many quotes while payments are under way.
     */
    pays: ({ address, due }: LoadAnswer): boolean => {
      if (!random.chance(paidShare)) return false
      const units = parseUnits(due, usdc?.decimals ?? 6)
      const token = usdc?.token ?? '0x'
      queue.push({ txHash: toHex(random.bytes(32)), token, to: address as Hex, units })
      return true
    },
    close: async () => {
      clearInterval(swiping)
      clearInterval(mining)
      await Promise.all(swipes)
      for (let block = 0; block < 3; block += 1) bench.chain.mine(block === 0 ? queue : [])
    },
  }
}
