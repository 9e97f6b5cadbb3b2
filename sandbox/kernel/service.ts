import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import Fastify, { type FastifyInstance } from 'fastify'
import { mountControl } from './control.ts'
import { createFaults, type Faults } from './faults.ts'
import { createServiceClock, type ServiceClock } from './service-clock.ts'
import type { ServiceSettings } from './service-settings.ts'
import { createWebhookSender, type WebhookSender } from './webhook-sender.ts'

export { settingsFromEnv, type ServiceSettings } from './service-settings.ts'

export type Service = {
  readonly settings: ServiceSettings
  readonly app: FastifyInstance
  /** SQLite file of the service: its whole state. */
  readonly store: DatabaseSync
  readonly clock: ServiceClock
  readonly faults: Faults
  readonly webhooks: WebhookSender
  /** Registers what a reset must clear, in addition to the store's tables. */
  readonly onReset: (forget: () => void | Promise<void>) => void
  readonly listen: () => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * The shell of every embedded service: an HTTP app on loopback, a store, a clock that can be advanced, faults
 * on request, a webhook sender that stores open messages, and the control plane `/_control/*` behind its
 * token.
 */
export const createService = (settings: ServiceSettings): Service => {
  mkdirSync(settings.dataDir, { recursive: true })
  const store = new DatabaseSync(join(settings.dataDir, `${settings.name}.sqlite`))
  store.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 2000')
  const app = Fastify({ logger: false, bodyLimit: 32 * 1024 * 1024, forceCloseConnections: true })
  const clock = createServiceClock(store, settings.firstOffsetMs)
  const faults = createFaults(app)
  const webhooks = createWebhookSender({ store, faults, clock })
  const resets: (() => void | Promise<void>)[] = []
  mountControl({ app, settings, store, clock, faults, webhooks, resets })
  return {
    settings,
    app,
    store,
    clock,
    faults,
    webhooks,
    onReset: (forget) => resets.push(forget),
    listen: async () => {
      await app.listen({ port: settings.port, host: '127.0.0.1' })
      webhooks.start()
    },
    close: async () => {
      await webhooks.stop()
      await app.close()
      store.close()
    },
  }
}

/** Runs a service as its own process: says `ready` on stdout when it listens, and ends on SIGTERM or SIGINT. */
export const runService = async (service: Pick<Service, 'listen' | 'close' | 'settings'>): Promise<void> => {
  let closing = false
  const end = () => {
    if (closing) return
    closing = true
    void service.close().finally(() => process.exit(0))
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  // The supervisor holds our stdin. When it ends, even by SIGKILL, the pipe closes and this process ends too.
  if (process.env['END_WITH_STDIN'] === '1') process.stdin.resume().on('end', end).on('error', end)
  await service.listen()
  process.stdout.write(`ready ${service.settings.name} ${service.settings.publicUrl}\n`)
}
