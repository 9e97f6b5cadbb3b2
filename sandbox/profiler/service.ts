import { createService, type Service, type ServiceSettings } from '../kernel/service.ts'
import { openProfileStore } from './profile-store.ts'
import { libraryOrgId, mountTags } from './tag-routes.ts'

/**
 * The embedded device profiler, ready to `listen()`. The credential `orgId` defaults to the library's. In
 * addition to the calls of every embedded service it has `GET /_control/profiles?session_id=` with the data
 * that browsers sent.
 */
export const createProfiler = (settings: ServiceSettings): Service => {
  const service = createService(settings)
  const { app, clock } = service
  const store = openProfileStore(service.store)
  mountTags(app, {
    store,
    orgId: settings.credentials['orgId'] ?? libraryOrgId,
    publicUrl: settings.publicUrl.replace(/\/+$/, ''),
    now: clock.now,
  })
  app.get<{ Querystring: { session_id?: string } }>('/_control/profiles', async ({ query }) =>
    store.list({ sessionId: query.session_id ?? null }),
  )
  return service
}
