import type { Endpoint } from '@cardamom/contract/endpoint'
import { wholeInstallation } from './kernel/scopes.ts'
import { countDeadJobs } from './kernel/dead-jobs.sql.ts'
import { countDueJobs } from './kernel/job-rows.sql.ts'
import type { LaneState } from './kernel/jobs.ts'
import type { Gauge, LabelledGauge, Metrics } from './kernel/metrics.ts'
import type { Kernel } from './kernel/module.ts'
import { laneHealth } from './kernel/lane-health.ts'
import { describeApi } from './kernel/openapi.ts'
import { render, sendRendered, type RenderedText } from './kernel/rendered.ts'
import type { StorageWatch } from './kernel/storage-watch.ts'
import { apiPage, apiPageStyle } from './kernel/api-page.ts'

/**
 * Documents that are the same for everybody. Each is built at its first reading, when all calls are mounted.
 */
const mountDocuments = (
  app: Kernel['app'],
  documents: Readonly<Record<string, () => RenderedText>>,
): void => {
  for (const [path, make] of Object.entries(documents)) {
    let made: RenderedText | null = null
    app.get(path, { config: { isPage: true } }, async (request, reply) => {
      made ??= make()
      return sendRendered(request, reply.header('cache-control', 'no-cache'), made)
    })
  }
}

/** `/healthz`, `/readyz`, the API's description and its readable page, and the gauges of `/metrics`. */
export const mountOperations = (deps: {
  kernel: Kernel
  metrics: Metrics
  storage: StorageWatch
  calls: readonly Endpoint[]
  /** Figures of the modules. */
  gauges: readonly (Gauge | LabelledGauge)[]
  version: string
}): void => {
  const { kernel, metrics, storage, calls } = deps
  const { app, db } = kernel
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const states = await kernel.jobs.lanes().catch(() => null)
    const trouble = storage.trouble()
    const { overdue, stalled } = laneHealth(states ?? [])
    const reason =
      (states === null && 'database_silent') ||
      (trouble && `storage_${trouble}`) ||
      (stalled.length > 0 && 'workers_stalled')
    if (reason) return reply.code(503).send({ ok: false, reason, ...(stalled.length > 0 ? { stalled } : {}) })
    // Delayed work does not make a copy unready, because every copy depends on the same outside service.
    return { ok: true, ...(overdue.length > 0 ? { overdue } : {}) }
  })
  mountDocuments(app, {
    '/api/openapi.json': () =>
      render(JSON.stringify(describeApi(calls, deps.version)), 'application/json; charset=utf-8'),
    '/api/docs': () => render(apiPage(calls), 'text/html; charset=utf-8'),
    '/api/docs.css': () => render(apiPageStyle, 'text/css; charset=utf-8'),
  })
  metrics.gauge('jobs_due', 'Jobs that are due now', async () => {
    return db.read(wholeInstallation, (sql) => countDueJobs(sql, kernel.clock.now()))
  })
  const ofLanes = (figure: (state: LaneState) => number) => async () =>
    (await kernel.jobs.lanes()).map((state) => [state.lane, figure(state)] as const)
  metrics.gaugeBy(
    'lane',
    'jobs_wait_seconds',
    'How long the first due job of a lane has waited for a worker',
    ofLanes(({ waitMs }) => waitMs / 1000),
  )
  metrics.gaugeBy(
    'lane',
    'jobs_running',
    'Jobs of a lane that run in this process',
    ofLanes(({ running }) => running),
  )
  metrics.gaugeBy(
    'lane',
    'jobs_silent_seconds',
    'How long since a worker of a lane last polled for jobs',
    ofLanes(({ silentMs }) => silentMs / 1000),
  )
  metrics.gauge('jobs_dead', 'Jobs that failed for good and wait for a person', async () => {
    return db.read(wholeInstallation, countDeadJobs)
  })
  const times = () => ({ now: kernel.clock.now(), realNow: kernel.clock.realNow() })
  for (const gauge of deps.gauges) {
    const { label, name, help } = gauge
    if (label === undefined)
      metrics.gauge(name, help, () => db.read(wholeInstallation, (sql) => gauge.read(sql, times())))
    else
      metrics.gaugeBy(label, name, help, () => db.read(wholeInstallation, (sql) => gauge.read(sql, times())))
  }
  metrics.gauge('storage_unavailable', '1 while nothing can be saved: disk full or database read-only', () =>
    storage.trouble() ? 1 : 0,
  )
  metrics.gauge(
    'database_connections_waiting',
    'Callers that wait for a database connection',
    () => db.pool.waitingCount,
  )
}
