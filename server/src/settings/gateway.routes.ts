import {
  listPaymentAssets,
  listProviderConnections,
  testProviderConnection,
} from '@cardamom/contract/settings/gateway'
import { providerNames, type ProviderHealth, type ProviderName } from '@cardamom/contract/settings/providers'
import { accepted, type Answer } from '../kernel/answer.ts'
import { allTenants } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
import type { ProviderConnection } from '../providers/provider-connections.ts'
import { providerEntity as entity, readLastTests } from './provider-tests.sql.ts'

type ConnectedAsset = { readonly symbol: string; readonly name: string; readonly network: string }
export type GatewayNeeds = {
  /** The coins of the connected chain. */
  readonly paymentAssets: readonly ConnectedAsset[]
  readonly connectionOf: (provider: ProviderName) => ProviderConnection
  /** Names the address and the secrets of a connection without telling them. */
  readonly fingerprintOf: (provider: ProviderName) => string
  readonly testProvider: (provider: ProviderName, now: Date) => Promise<ProviderHealth>
  /** Counts a test of a provider before it is made. */
  readonly countTest: (provider: ProviderName) => Promise<Answer<null, 'rate_limited'>>
  readonly readNames: (sql: Queries, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

export const isKnownAsset = (
  assets: readonly ConnectedAsset[],
  rule: { readonly asset: string; readonly network: string },
): boolean => assets.some(({ symbol, network }) => symbol === rule.asset && network === rule.network)

/** What the page of gateway settings shows besides the settings: coins and connections. */
export const mountGateway = ({ mount, db, clock }: Kernel, needs: GatewayNeeds): void => {
  mount(listPaymentAssets, async () =>
    accepted({
      assets: needs.paymentAssets.map(({ symbol, name, network }) => ({ symbol, name, network })),
    }),
  )

  mount(listProviderConnections, async ({ read }) => {
    // All tenants: tests of providers belong to no company.
    const tests = await db.read(allTenants, (sql) => readLastTests(sql, needs.fingerprintOf))
    const actors = tests.flatMap((test) => (test?.actorId ? [test.actorId] : []))
    const names = await read((sql) => needs.readNames(sql, actors))
    const lastTestOf = (index: number) => {
      const { actorId, ...test } = tests[index] ?? { actorId: null }
      return 'at' in test ? { ...test, by: actorId === null ? null : (names.get(actorId) ?? null) } : null
    }
    return accepted({
      items: providerNames.map((provider, index) => {
        const { settings, secrets, ...address } = needs.connectionOf(provider)
        const names = { settings: [...settings], secrets: [...secrets] }
        return { provider, ...address, ...names, lastTest: lastTestOf(index) }
      }),
    })
  })

  mount(testProviderConnection, async ({ params: { provider }, finish }) => {
    const counted = await needs.countTest(provider)
    if (!counted.accepted) return counted
    const { result, ms } = await needs.testProvider(provider, clock.now())
    const connection = needs.fingerprintOf(provider)
    return finish({ result, ms }, async ({ recordChange }) =>
      recordChange({
        entity,
        entityId: provider,
        companyId: null,
        before: null,
        after: { result, ms, connection },
      }),
    )
  })
}
