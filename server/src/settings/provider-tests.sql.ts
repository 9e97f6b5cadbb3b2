import { providerNames, ProviderHealth, type ProviderName } from '@cardamom/contract/settings/providers'
import { z } from 'zod'
import { readChanges } from '../audit/changes.sql.ts'
import type { Queries } from '../kernel/queries.ts'

/** What the audit calls a provider. */
export const providerEntity = 'provider'
/** Tests before the fingerprints have none, so nothing says what they tested. */
const TestResult = ProviderHealth.pick({ result: true, ms: true }).extend({
  connection: z.string().nullable().default(null),
})

/**
 * The last test of each provider, and whether its address or a secret changed since. The audit has every test, so no
 * table has it again.
 */
export const readLastTests = (sql: Queries, fingerprintOf: (provider: ProviderName) => string) =>
  Promise.all(
    providerNames.map(async (provider) => {
      const [last] = await readChanges(sql, { entity: providerEntity, entityId: provider, limit: 1 })
      const found = TestResult.safeParse(last?.after)
      if (!last || !found.success) return null
      const { connection, ...result } = found.data
      const isOutdated = connection !== fingerprintOf(provider)
      return { ...result, isOutdated, at: last.at, actorId: last.actorId }
    }),
  )
