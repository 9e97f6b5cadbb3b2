import { createService, type Service, type ServiceSettings } from '../kernel/service.ts'
import { openLists, type ListedPerson } from './lists.ts'
import { mountMatch } from './match-routes.ts'
import { mountWallets } from './wallet-routes.ts'

/**
 * The embedded sanctions lists, ready to `listen()`: for people with yente's answers, for wallets with
 * Chainalysis's. In addition to the calls of every embedded service, `POST /_control/people` and `POST
 * /_control/wallets` add entries.
 */
export const createScreeningService = (settings: ServiceSettings): Service => {
  const service = createService(settings)
  const { app } = service
  const lists = openLists(service.store)
  mountMatch(app, { lists, apiKey: settings.credentials['apiKey'] })
  mountWallets(app, { lists, apiKey: settings.credentials['walletApiKey'] })
  app.post<{ Body: Omit<ListedPerson, 'id'> }>('/_control/people', async ({ body }) => lists.addPerson(body))
  app.post<{ Body: { address: string } }>('/_control/wallets', async ({ body }) => {
    lists.addWallet(body.address)
    return { address: body.address }
  })
  return service
}
