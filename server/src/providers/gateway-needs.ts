import type { ProviderName } from '@cardamom/contract/settings/providers'
import type { Kernel } from '../kernel/module.ts'
import type { createProviders } from './configured.ts'
import { connectionOf, fingerprintOf } from './provider-connections.ts'
import { createProviderTest } from './provider-test.ts'

/** Tests of one provider by all administrators together, so that it is not called too often. */
const testTries = { tries: 5, windowMs: 60_000, firstBlockMs: 30_000, longestBlockMs: 5 * 60_000 }

/** What the page of gateway settings knows of the connected services. */
export const createGatewayNeeds = <Counted>(
  { config, encryption }: Pick<Kernel, 'config' | 'encryption'>,
  providers: ReturnType<typeof createProviders>,
  throttles: { readonly count: (subject: string, rule: typeof testTries) => Counted },
) => ({
  paymentAssets: providers.rail.assets,
  connectionOf: (provider: ProviderName) => connectionOf(config, provider),
  fingerprintOf: (provider: ProviderName) => fingerprintOf({ config, encryption }, provider),
  testProvider: createProviderTest(config, providers),
  countTest: (provider: ProviderName) => throttles.count(`provider-test:${provider}`, testTries),
})
