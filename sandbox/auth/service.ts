import type { FastifyInstance } from 'fastify'
import { createService, type Service, type ServiceSettings } from '../kernel/service.ts'
import { findAction } from './actions.ts'
import { mountAuthControl } from './auth-control.ts'
import { authenticatorJson, enrolled } from './authenticators.ts'
import { needCaller } from './client-auth.ts'
import { mountCodes } from './code-routes.ts'
import { allowTenantOrigins } from './cors.ts'
import { mountMagicLink } from './magic-link-routes.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import type { ActionRef, Parts } from './parts.ts'
import { mountPasskeys } from './passkey-routes.ts'
import { allowEmptyBodies, answerRefusals, Refusal } from './refusal.ts'
import { mountSecurityKeys } from './security-key-routes.ts'
import { mountServerActions } from './server-action-routes.ts'
import { guardServerApi } from './server-auth.ts'
import { mountServerChallenges } from './server-challenge-routes.ts'
import { mountServerUsers } from './server-user-routes.ts'
import { openStore } from './store.ts'
import { tenantFrom } from './tenant.ts'
import { mountTotp } from './totp-routes.ts'
import { mountPages } from './ui-routes.ts'
import { readMasterKey } from '../kernel/master-key.ts'
import { openVault } from './vault.ts'

/**
 * The address of the pages for the browser. Behind the product's proxy it is on the origin that the action
 * returns to, when the tenant has that origin; a service at its own address (one without a path) always uses
 * that.
 */
const pageUrlOf =
  (parts: Parts) =>
  (ref: ActionRef): string => {
    const { publicUrl, relyingPartyOf } = parts.tenant
    const path = new URL(publicUrl).pathname.replace(/\/+$/, '')
    const redirectUrl = findAction(parts, ref)?.redirect_url
    const origin = redirectUrl ? new URL(redirectUrl).origin : undefined
    if (path === '' || origin === undefined || !relyingPartyOf(origin)) return publicUrl
    return `${origin}${path}`
  }

const mountClientApi = (v1: FastifyInstance, deps: { parts: Parts; outbox: Outbox }): void => {
  const { parts } = deps
  mountPasskeys(v1, parts)
  mountSecurityKeys(v1, parts)
  mountTotp(v1, parts)
  mountCodes(v1, deps)
  mountMagicLink(v1, { ...deps, pageUrl: pageUrlOf(parts) })
  v1.get('/client/user-authenticators', async (request) => {
    const caller = await needCaller(parts, request)
    if (!caller.scopes.has('read:authenticators')) {
      throw new Refusal(403, 'insufficient_scope', 'The token may not read authenticators.')
    }
    return enrolled(parts, caller.userId).map((row) => authenticatorJson(parts, row))
  })
}

/**
 * The embedded step-up authentication provider, ready to `listen()`. Credentials `tenantId` and `secret` are required,
 * the others are in README.md. Throws when one is missing.
 */
export const createAuth = (settings: ServiceSettings): Service => {
  const tenant = tenantFrom(settings)
  const service = createService(settings)
  const { app, clock, store, webhooks } = service
  const parts: Parts = {
    db: openStore(store),
    vault: openVault(readMasterKey(settings.dataDir, settings.credentials)),
    tenant,
    now: clock.now,
  }
  const outbox = createOutbox(parts, webhooks, clock.realNow)
  allowEmptyBodies(app)
  answerRefusals(app)
  void app.register(
    async (v1) => {
      v1.addHook('onSend', async (_request, reply, payload) => {
        if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
        return payload
      })
      allowTenantOrigins(v1, tenant)
      mountClientApi(v1, { parts, outbox })
      mountPages(v1, parts)
      await v1.register(async (api) => {
        guardServerApi(api, parts)
        mountServerUsers(api, parts)
        mountServerActions(api, parts, pageUrlOf(parts))
        mountServerChallenges(api, { parts, outbox })
      })
    },
    { prefix: '/v1' },
  )
  mountAuthControl(app, { parts, outbox })
  return service
}

/** Creates the service and listens; `close()` stops it; its state stays. */
export const startAuth = async (settings: ServiceSettings): Promise<Service> => {
  const service = createAuth(settings)
  await service.listen()
  return service
}
