import { createService, type Service, type ServiceSettings } from '../kernel/service.ts'
import { mountCaptureApi } from './capture-api.ts'
import { mountKycControl } from './kyc-control.ts'
import { createNotices } from './notices.ts'
import { mountPageFiles } from './page-files.ts'
import { mountProviderApi } from './provider-api.ts'
import { mountSamples } from './samples/sample-routes.ts'
import { createSessionStore } from './session-store.ts'
import { settle, type Parts } from './settling.ts'
import { signedHeaders } from './signatures.ts'
import { readMasterKey } from '../kernel/master-key.ts'
import { createVault } from './vault.ts'

const need = (credentials: Readonly<Record<string, string>>, key: string): string => {
  const value = credentials[key]
  if (!value) throw new Error(`kyc: the credential ${key} is missing`)
  return value
}

/**
 * The embedded identity verification service, ready to `listen()`. Credentials `apiKey` and `sharedSecret`
 * are required, the others are in README.md. Throws when one is missing.
 */
export const createKyc = (settings: ServiceSettings): Service => {
  const { credentials, dataDir } = settings
  const publicUrl = settings.publicUrl.replace(/\/+$/, '')
  const keys = { apiKey: need(credentials, 'apiKey'), sharedSecret: need(credentials, 'sharedSecret') }
  const service = createService(settings)
  const { app, store, clock, webhooks } = service
  const records = createSessionStore(store)
  webhooks.signWith((body) => signedHeaders(keys, body))
  let closed = false
  const settleSafely = () => {
    if (closed) return
    try {
      settle(parts)
    } catch (error) {
      process.stderr.write(
        `kyc: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      )
    }
  }
  const parts: Parts = {
    records,
    vault: createVault(readMasterKey(dataDir, credentials)),
    notices: createNotices({ records, webhooks, credentials }),
    now: clock.now,
    settleSoon: () => setImmediate(settleSafely),
  }
  clock.onAdvance(() => settle(parts))
  mountProviderApi(app, parts, { ...keys, publicUrl })
  mountKycControl(app, parts, publicUrl)
  const frameAncestors = ['http://localhost:* http://*.localhost:*', credentials['frameAncestors'] ?? '']
    .join(' ')
    .trim()
  mountCaptureApi(app, parts, frameAncestors)
  mountPageFiles(app, parts, frameAncestors)
  mountSamples(app, { now: clock.now, frameAncestors })
  let timer: NodeJS.Timeout | undefined
  return {
    ...service,
    listen: async () => {
      await service.listen()
      timer = setInterval(settleSafely, 500)
    },
    close: async () => {
      closed = true
      clearInterval(timer)
      await service.close()
    },
  }
}

/** Creates the service and listens; `close()` ends it; its state stays. */
export const startKyc = async (settings: ServiceSettings): Promise<Service> => {
  const service = createKyc(settings)
  await service.listen()
  return service
}
