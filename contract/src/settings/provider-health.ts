import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../wire.ts'
import { providerNames } from './providers.ts'

export const readProviderHealth = endpoint({
  method: 'GET',
  path: '/provider-health',
  summary:
    'Providers that do not answer the work of the product, each since when; a few seconds old, and no provider is called for it',
  who: 'settings.view',
  effect: 'outside',
  rate: 'read',
  output: z.object({
    asOf: Instant,
    /** The last answer of any provider; null: none was called yet. */
    answeredAt: Instant.nullable(),
    unwell: z.array(
      z.object({
        provider: z.enum(providerNames),
        /** The first call without an answer after the last answer. */
        since: Instant,
        /** It answers, and refuses our key. */
        isKeyRefused: z.boolean(),
      }),
    ),
  }),
  refusals: {},
})
