import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createService, type ServiceSettings } from '../kernel/service.ts'
import { activationVersion, mountActivation } from './activation-routes.ts'
import { mountCards } from './card-routes.ts'
import { mountIssuerControl } from './control-routes.ts'
import { mountCredit } from './credit-routes.ts'
import { defaultDesign } from './designs.ts'
import type { Desk } from './desk.ts'
import { runDue } from './due.ts'
import { mountDownloads, mountFileCalls } from './file-routes.ts'
import { mountFont } from './font-route.ts'
import { mountOfficialRules } from './official-rules.ts'
import { answerRefusals, invalid } from './refusal.ts'
import { mountReveal, mountRevealCall } from './reveal-routes.ts'
import { mountShop } from './shop-routes.ts'
import { mountSimulate } from './simulate-routes.ts'
import { makeStock } from './stock.ts'
import { closeStoreFile, openStore } from './store.ts'
import { mountTransactions } from './transaction-routes.ts'
import { openVault } from './vault.ts'
import { openWebhookKey } from './webhook-key.ts'
import { messageHeaders, mountWebhooks, tellSubscriber } from './webhook-routes.ts'

export type IssuerSettings = ServiceSettings & {
  /** CSP source list of the pages that may frame the reveal page. */
  readonly frameAncestors?: string
  /**
   * Lifetime of a reveal link (a minute) and of a file's link (five), for tests that wait for their expiry.
   */
  readonly linkLifetimeMs?: number
}

export type Issuer = {
  readonly settings: ServiceSettings
  /** SPKI of the key that webhooks are signed with. */
  readonly publicKeyPem: string
  readonly publicKeyDer: string
  /** Its address; with port 0 it is known once the service listens. */
  readonly baseUrl: () => string
  readonly listen: () => Promise<void>
  readonly close: () => Promise<void>
}

const sandboxAncestors = 'http://localhost:* http://*.localhost:*'

/** An empty body counts as an empty object, also with a JSON content type. */
const allowEmptyBodies = (app: FastifyInstance): void => {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => {
      if (text.trim() === '') return {}
      try {
        return JSON.parse(text) as unknown
      } catch {
        throw invalid('The body is not JSON')
      }
    },
  )
}

/** Fills an empty store; runs at every start and after a reset. */
const furnish = (desk: Desk): void => {
  desk.db.run('insert or ignore into account values (1, 0, 0)')
  const stocked = desk.db.one('select serial from stock limit 1')
  if (!stocked) makeStock(desk, { count: 12, cardDesign: defaultDesign })
}

/** Builds the issuer; it serves from `listen` on. Throws when `credentials.apiKey` is missing. */
export const createIssuer = (settings: IssuerSettings): Issuer => {
  const apiKey = settings.credentials['apiKey']
  if (!apiKey) throw new Error('issuer: CREDENTIALS needs apiKey')
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
  closeStoreFile(join(settings.dataDir, `${settings.name}.sqlite`))
  const service = createService(settings)
  const { app, clock, webhooks, store } = service
  const db = openStore(store)
  const key = openWebhookKey(db, settings.credentials['webhookPrivateKeyPem'])
  const baseUrl = () => {
    const address = app.server.address()
    const free = settings.port === 0 && address !== null && typeof address === 'object'
    return free ? `http://127.0.0.1:${address.port}` : settings.publicUrl
  }
  const desk: Desk = {
    db,
    vault: openVault(settings.dataDir),
    now: clock.now,
    realNow: clock.realNow,
    baseUrl,
    emit: (event) => tellSubscriber(db, webhooks, event),
  }
  webhooks.signWith((rawBody, message) => ({
    ...messageHeaders(message),
    'reap-signature': key.headerFor(rawBody, clock.realNow().getTime()),
  }))
  const start = () => db.whole(() => furnish(desk))
  start()
  service.onReset(() => {
    key.save()
    start()
  })
  clock.onAdvance(() => runDue(desk))
  mountAll({ app, desk, apiKey, settings, key })
  let timer: NodeJS.Timeout | undefined
  return {
    settings,
    publicKeyPem: key.publicKeyPem,
    publicKeyDer: key.publicKeyDer,
    baseUrl,
    listen: async () => {
      runDue(desk)
      await service.listen()
      timer = setInterval(() => runDue(desk), 5000)
    },
    close: async () => {
      clearInterval(timer)
      await service.close()
    },
  }
}

const mountAll = (deps: {
  app: FastifyInstance
  desk: Desk
  apiKey: string
  settings: IssuerSettings
  key: ReturnType<typeof openWebhookKey>
}): void => {
  const { app, desk, apiKey, settings, key } = deps
  const frameAncestors = settings.frameAncestors ?? sandboxAncestors
  const reveal = { frameAncestors, linkLifetimeMs: settings.linkLifetimeMs ?? 60_000 }
  allowEmptyBodies(app)
  answerRefusals(app)
  void app.register(async (api) => {
    mountOfficialRules(api, desk, { apiKey, version: 'v2.0' })
    mountCards(api, desk)
    mountCredit(api, desk)
    mountTransactions(api, desk)
    mountSimulate(api, desk)
    mountWebhooks(api, desk)
    mountFileCalls(api, desk, settings.linkLifetimeMs ?? 300_000)
    mountRevealCall(api, desk, reveal)
  })
  void app.register(async (api) => {
    mountOfficialRules(api, desk, { apiKey, version: activationVersion })
    mountActivation(api, desk)
  })
  mountFont(app)
  mountDownloads(app, desk)
  mountReveal(app, desk, reveal)
  mountShop(app, desk)
  mountIssuerControl(app, desk, key)
}

/** Builds the issuer and waits until it listens. */
export const startIssuer = async (settings: IssuerSettings): Promise<Issuer> => {
  const issuer = createIssuer(settings)
  await issuer.listen()
  return issuer
}
