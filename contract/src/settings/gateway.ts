import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../wire.ts'
import { ProviderHealth, providerNames } from './providers.ts'

export const listPaymentAssets = endpoint({
  method: 'GET',
  path: '/payment-assets',
  summary: 'Coins of the connected chain, whether or not payers may pay with them',
  who: 'settings.view',
  output: z.object({
    assets: z.array(z.object({ symbol: z.string(), name: z.string(), network: z.string() })),
  }),
  refusals: {},
})

const ProviderTest = ProviderHealth.pick({ result: true, ms: true })

export const listProviderConnections = endpoint({
  method: 'GET',
  path: '/provider-connections',
  summary:
    'Connections to providers: address, names of their settings, whether each secret is set, and the last test; never a secret',
  who: 'settings.view',
  effect: 'outside',
  output: z.object({
    items: z.array(
      z.object({
        provider: z.enum(providerNames),
        /** Null: not connected. User, password, path and query of an address are never shown. */
        host: z.string().nullable(),
        port: z.number().int().nullable(),
        /** The embedded service of a sandbox. */
        isEmbedded: z.boolean(),
        /** Settings of the server's environment. */
        settings: z.array(z.string()),
        secrets: z.array(z.object({ name: z.string(), isSet: z.boolean() })),
        lastTest: ProviderTest.extend({
          at: Instant,
          by: z.string().nullable(),
          /** The address or a secret changed since, so the test says nothing about this connection. */
          isOutdated: z.boolean(),
        }).nullable(),
      }),
    ),
  }),
  refusals: {},
})

export const testProviderConnection = endpoint({
  method: 'POST',
  path: '/provider-connections/:provider/tests',
  summary: 'Call a provider by a read that changes nothing there, and say how it answered',
  who: 'settings.gateway',
  onePersonBecause: 'a test changes nothing, here or at the provider, and shows no secret',
  effect: 'outside',
  params: z.object({ provider: z.enum(providerNames) }),
  output: ProviderTest,
  refusals: { rate_limited: 429 },
})
