import type { ProviderName } from '@cardamom/contract/settings/providers'
import { sql as fragment } from 'kysely'
import type { Queries } from '../kernel/queries.ts'
import type { ProviderState } from './provider-health.ts'

type Call = { readonly provider: ProviderName; readonly at: Date }

export const recordAnswer = async (sql: Queries, { provider, at }: Call): Promise<void> => {
  const answered = { answeredAt: at, failures: 0, failingSince: null, keyRefused: false }
  await sql
    .insertInto('providerState')
    .values({ provider, ...answered })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(answered))
    .execute()
}

export const recordFailure = async (
  sql: Queries,
  { provider, at, isKeyRefused: keyRefused }: Call & { readonly isKeyRefused: boolean },
): Promise<void> => {
  await sql
    .insertInto('providerState')
    .values({ provider, failures: 1, failingSince: at, failedAt: at, keyRefused })
    .onConflict((conflict) =>
      conflict.column('provider').doUpdateSet({
        failures: fragment<number>`provider_state.failures + 1`,
        failingSince: fragment<Date>`coalesce(provider_state.failing_since, excluded.failing_since)`,
        failedAt: at,
        keyRefused,
      }),
    )
    .execute()
}

export const readProviderStates = (sql: Queries): Promise<ProviderState[]> =>
  sql.selectFrom('providerState').selectAll().orderBy('provider').execute() as Promise<ProviderState[]>
