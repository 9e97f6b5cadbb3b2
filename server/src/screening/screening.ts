import type { Config } from '../kernel/config.ts'
import type { Queries } from '../kernel/queries.ts'
import type {
  PersonScreeningPort,
  ScreenedPerson,
  ScreeningVerdict,
  WalletScreeningPort,
} from '../providers/screening/port.ts'

/** What a check said. `looked` is false where screening is off, or where no service is configured. */
export type ScreeningResult = {
  readonly result: ScreeningVerdict
  readonly looked: boolean
}

/** Sanctions screening; outside services, so never called inside a transaction. */
export type Screening = {
  readonly checkPerson: (person: ScreenedPerson) => Promise<ScreeningResult>
  /** The wallet that a payment came from. */
  readonly checkWallet: (address: string) => Promise<ScreeningResult>
}

const askedOf = async (verdict: Promise<ScreeningVerdict>): Promise<ScreeningResult> => ({
  result: await verdict,
  looked: true,
})

/**
 * Screening as configured. `SCREENING=off` calls everyone clear and says that nobody looked; the configuration allows
 * it in sandbox mode only. On without a service nobody is clear: a person decides.
 */
export const createScreening = (deps: {
  config: Pick<Config, 'SCREENING' | 'mode'>
  people: PersonScreeningPort | null
  wallets: WalletScreeningPort | null
}): Screening => {
  const { config, people, wallets } = deps
  const isOff = config.SCREENING === 'off' && config.mode === 'sandbox'
  const unasked: ScreeningResult = { result: isOff ? 'clear' : 'unavailable', looked: false }
  return {
    checkPerson: async (person) => (isOff || people === null ? unasked : askedOf(people.matchPerson(person))),
    checkWallet: async (address) =>
      isOff || wallets === null ? unasked : askedOf(wallets.checkAddress(address)),
  }
}

/** Stores what a check said, in the transaction of what it decided. */
export const recordScreening = async (
  sql: Queries,
  check: ScreeningResult & { id: string; companyId: string; userId: string; at: Date },
): Promise<void> => {
  const { id, companyId, userId, result, looked, at } = check
  await sql.insertInto('screeningCheck').values({ id, companyId, userId, result, looked, at }).execute()
}
