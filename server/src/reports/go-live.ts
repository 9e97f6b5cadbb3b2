import type { goLiveItems } from '@cardamom/contract/reports'
import { providerNames, type ProviderHealth, type ProviderName } from '@cardamom/contract/settings/providers'
import type { Config } from '../kernel/config.ts'
import { refusalOfProduction } from '../kernel/production-config.ts'
import type { ProviderConnection } from '../providers/provider-connections.ts'

type Item = (typeof goLiveItems)[number]

/** What the product knows about itself. */
export type GoLiveFacts = {
  readonly config: Config
  /** `2026-11-27`, in UTC. */
  readonly today: string
  readonly holidays: ReadonlySet<string>
  /** Start of the fees in force for the operator's company; null: there are none. */
  readonly feesFrom: Date | null
  /** First day of the edition of terms that is in force; null: there is none. */
  readonly termsFrom: string | null
  readonly superAdmins: number
  /** When all connected providers had answered a test; null: one did not, or was not tested. */
  readonly providersTestedAt: Date | null
  /** When a backup was last restored as a test; null: never. */
  readonly backupRestoredAt: Date | null
}

/** Addresses and names that nobody owns: RFC 2606 reserves them for examples. */
const isExample = (email: string): boolean => /[@.]example(\.\w+)?$/.test(email)

/** Which conditions of a start with real money are met. */
export const goLiveState = (facts: GoLiveFacts): Readonly<Record<Item, boolean>> => {
  const { config, today, holidays, feesFrom, termsFrom, superAdmins, providersTestedAt } = facts
  const isProduction = config.mode === 'production'
  const year = today.slice(0, 4)
  return {
    publicUrl: isProduction && config.PUBLIC_URL.startsWith('https:'),
    secrets: isProduction && config.ENCRYPTION_KEY !== config.LEDGER_SIGNING_KEY,
    providers: isProduction && refusalOfProduction(config, config as never) === null,
    providerTests: providersTestedAt !== null,
    mailSender: !isExample(config.MAIL_FROM) && !isExample(config.SUPPORT_EMAIL),
    calendar: [...holidays].some((day) => day.startsWith(year)),
    fees: feesFrom !== null,
    legalTexts: termsFrom !== null && termsFrom <= today,
    superAdmins: superAdmins >= 2,
    backupRestored: facts.backupRestoredAt !== null,
  }
}

/** The last test of a provider. `isOutdated`: it tested another address or other secrets. */
type LastTest = Pick<ProviderHealth, 'result'> & { readonly at: Date; readonly isOutdated: boolean }

/**
 * The oldest of the last tests, when every connected provider is a real one and answered its last test; else null.
 * An embedded provider says nothing about the real one, however often it is tested.
 */
export const testedAt = (
  connectionOf: (provider: ProviderName) => Pick<ProviderConnection, 'host' | 'isEmbedded'>,
  lastTestOf: (provider: ProviderName) => LastTest | null,
): Date | null => {
  const tests: Date[] = []
  for (const provider of providerNames) {
    const { host, isEmbedded } = connectionOf(provider)
    if (host === null) continue
    const last = lastTestOf(provider)
    if (isEmbedded || last?.result !== 'ok' || last.isOutdated) return null
    tests.push(last.at)
  }
  return tests.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null
}
