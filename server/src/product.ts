import { hkdfSync } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Endpoint } from '@cardamom/contract/endpoint'
import { createBackPressure } from './kernel/back-pressure.ts'
import { createChangeNotices } from './kernel/change-notices.ts'
import { createClock, readStoredOffset, type Clock } from './kernel/clock.ts'
import { hasSandboxServices, type Config } from './kernel/config.ts'
import { wholeInstallation } from './kernel/scopes.ts'
import { createDownloads } from './kernel/downloads.ts'
import { createHttpServer } from './kernel/http-server.ts'
import { createIds } from './kernel/ids.ts'
import { createJobs } from './kernel/jobs.ts'
import { writeWith } from './kernel/write-transaction.ts'
import { createLeaseHolder } from './kernel/lease-holder.ts'
import { createLive } from './kernel/live.ts'
import type { Log } from './kernel/log.ts'
import { scheduleMonths } from './kernel/months.jobs.ts'
import { createMetrics, type Metrics } from './kernel/metrics.ts'
import type { Kernel } from './kernel/module.ts'
import { createMount } from './kernel/mount.ts'
import { refuseOtherMethods } from './kernel/other-methods.ts'
import { createAuthenticate, createTokenOwner } from './access/authenticate.ts'
import { createDescribeOperation, showOf } from './access/step-up.ts'
import { createSessionCache } from './access/session-cache.ts'
import { createCheckStepUp } from './access/check-step-up.ts'
import { createApprovalRequests } from './approvals/approval-requests.ts'
import { createCheckers } from './approvals/checkers.ts'
import { createAudit } from './audit/audit.sql.ts'
import { refuseWeakDefaultPassword } from './identity/default-password.ts'
import { createIncidentCache, createRefuseClosed } from './settings/incident-cache.ts'
import { createPoster } from './ledger/poster.ts'
import { mountOperations } from './operations.ts'
import { mountModules } from './product-modules.ts'
import { createDemoData } from './sandbox/demo-data.ts'
import { createDemoLife, joiningLater } from './sandbox/demo-life/demo-life.ts'
import { createOutbox } from './kernel/outbox.ts'
import { createStorageWatch } from './kernel/storage-watch.ts'
import { createRateLimits } from './kernel/rate-limit.ts'
import { openRoleDatabases } from './kernel/role-databases.ts'
import { createEncryption, masterKeyService } from './kernel/encryption.ts'
import { createMessageOf } from './kernel/text.ts'
import { createTurns, unlimitedTurns, usualTurns } from './kernel/turns.ts'
import { createWebPage } from './kernel/web-page.ts'

/**
 * The version that the API shows. Open tabs compare it together with the build of the web, and offer to
 * refresh on a change.
 */
const productVersion = '0.1.0'
const drainMs = 10_000

export type Product = {
  readonly kernel: Kernel
  readonly calls: readonly Endpoint[]
  /** Opens the port, the live stream and the workers. */
  readonly start: () => Promise<void>
  /**
   * Makes the product answer without a port and without workers. The caller drains the jobs (tests,
   * simulation).
   */
  readonly ready: () => Promise<void>
  /** The text of `/metrics`. */
  readonly metricsText: () => Promise<string>
  /** Claims no more work, finishes running calls and jobs, and closes all connections and servers. */
  readonly stop: () => Promise<void>
}

const openMetrics = async (port: number, metrics: Metrics): Promise<FastifyInstance> => {
  const app = Fastify({ logger: false })
  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4').send(await metrics.text()),
  )
  await app.listen({ port, host: '127.0.0.1' })
  return app
}

/**
 * Creates the sandbox's companies and people and what they did until today. The port is open first, because
 * services send webhooks.
 */
const makeDemo = async (kernel: Kernel): Promise<void> => {
  const { config } = kernel
  if (config.DEMO === 'off' || !hasSandboxServices(config)) return
  const life = createDemoLife(kernel, config.SANDBOX_SERVICES ?? '{}')
  const isDue = life.isDue()
  await createDemoData(kernel).make(isDue ? joiningLater : undefined)
  if (isDue) await life.run()
}

/** Creates the product: kernel, providers, modules in rank order. It does not listen yet. */
export const createProduct = async (options: {
  config: Config
  log: Log
  webDir: string | null
  /** Time and randomness of a simulation. Absent: the real ones. */
  realMs?: () => number
  random?: (bytes: number) => Buffer
}): Promise<Product> => {
  const { config, log } = options
  const realMs = options.realMs ?? Date.now
  const storage = createStorageWatch({ realMs, log })
  const notices = createChangeNotices()
  const databases = await openRoleDatabases({ config, log, onFailure: storage.report, notices })
  const { db, workDb, signerDb, accountsDb } = databases
  const clock: Clock = createClock(realMs, await db.read(wholeInstallation, readStoredOffset))
  const ids = createIds(realMs, options.random)
  const masterKey = Buffer.from(config.ENCRYPTION_KEY, 'base64')
  const digestKey = Buffer.from(hkdfSync('sha256', masterKey, '', 'digest', 32))
  const encryption = createEncryption(masterKeyService(masterKey), digestKey)
  const metrics = createMetrics()
  const isLimited = config.RATE_LIMITS === 'on'
  const backPressure = createBackPressure({ poolWaitMs: db.waitMs, isOn: isLimited })
  const messageOf = createMessageOf()
  const outbox = createOutbox({ ids, clock })
  const poster = createPoster({ pool: db.pool, ids, clock, expandEvents: outbox.expand })
  const holder = createLeaseHolder({ db: workDb, url: config.DATABASE_APP_URL, log })
  const audit = createAudit({ ids, clock, db, encryption })
  const recordJob = audit.recordChanges
  const jobs = createJobs({
    db: workDb,
    recordJob,
    outbox,
    clock,
    log,
    apply: poster.apply,
    holder,
  })
  scheduleMonths(jobs)
  const live = createLive({
    db,
    listenUrl: config.DATABASE_APP_URL,
    log,
    realNow: clock.realNow,
    onJob: jobs.wake,
    onChange: notices.receive,
  })
  const page = createWebPage({ log })
  const rateLimits = createRateLimits(clock.realNow, isLimited)
  const app = await createHttpServer({
    config,
    clock,
    ids,
    log,
    metrics,
    messageOf,
    storage,
    page,
    rateLimits,
    webDir: options.webDir,
  })
  const write = writeWith({ db, outbox, recordJob })
  const sessions = createSessionCache({ db, clock, notices })
  const incidents = createIncidentCache({ db, clock, notices })
  const refuseClosed = createRefuseClosed({ incidents, clock })
  const calls: Endpoint[] = []
  const describe = createDescribeOperation({ encryption, describers: () => modules.describers })
  const checkers = createCheckers({ db, config })
  const requests = createApprovalRequests({
    db,
    ids,
    encryption,
    describe: async (call) => (await db.read(call.me.scope, (sql) => describe(sql, call))) ?? showOf(call),
    selfCheckFrom: checkers.selfCheckFrom,
  })
  const mount = createMount({
    app,
    db,
    clock,
    log,
    messageOf,
    write,
    ...audit,
    apply: poster.apply,
    announceCall: poster.announceCall,
    rateLimits,
    backPressure,
    turns: createTurns(isLimited ? usualTurns : unlimitedTurns),
    tokenOwner: createTokenOwner(sessions),
    authenticate: createAuthenticate({ db, clock, ids, config, write, audit, sessions }),
    checkStepUp: createCheckStepUp({ db, clock, describe }),
    approvals: requests,
    refuseClosed,
    liveCursor: live.cursor,
    onMount: (declared) => calls.push(declared),
  })
  const kernel: Kernel = {
    app,
    config,
    db,
    signerDb,
    accountsDb,
    clock,
    ids,
    log,
    mount,
    page,
    jobs,
    live,
    apply: poster.apply,
    encryption,
    downloads: createDownloads({ db, log }),
    write,
    messageOf,
  }
  const modules = mountModules(kernel, {
    audit,
    announceCall: poster.announceCall,
    requests,
    checkers,
    sessions,
    notices,
    refuseClosed,
    version: productVersion,
    webDir: options.webDir,
  })
  refuseOtherMethods(kernel, calls)
  mountOperations({ kernel, metrics, storage, calls, gauges: modules.gauges, version: productVersion })

  let metricsServer: FastifyInstance | null = null
  const ready = async () => {
    await refuseWeakDefaultPassword(kernel)
    await app.ready()
  }
  return {
    kernel,
    calls,
    ready,
    metricsText: metrics.text,
    start: async () => {
      await ready()
      await app.listen({ port: config.PORT, host: config.HOST })
      await makeDemo(kernel)
      await live.start()
      await jobs.start()
      if (config.METRICS_PORT) metricsServer = await openMetrics(config.METRICS_PORT, metrics)
    },
    stop: async () => {
      const closeTimer = setTimeout(() => app.server.closeAllConnections(), drainMs)
      await live.stop()
      await app.close()
      await jobs.stop()
      clearTimeout(closeTimer)
      backPressure.stop()
      await poster.close()
      await metricsServer?.close()
      await databases.close()
    },
  }
}
