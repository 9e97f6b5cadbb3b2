import type { Config } from '../kernel/config.ts'
import type { Queries } from '../kernel/queries.ts'
import type {
  PersonScreeningPort,
  ScreenedPerson,
  ScreeningVerdict,
  WalletScreeningPort,
} from '../providers/screening/port.ts'

/** The result of a check. `checked` is false where screening is off or no service is configured. */
export type ScreeningResult = {
  readonly result: ScreeningVerdict
  readonly checked: boolean
}

/** Sanctions screening. It calls outside services, so it never runs inside a transaction. */
export type Screening = {
  readonly checkPerson: (person: ScreenedPerson) => Promise<ScreeningResult>
  /** Checks the wallet that sent a payment. */
  readonly checkWallet: (address: string) => Promise<ScreeningResult>
}

const resultOf = async (verdict: Promise<ScreeningVerdict>): Promise<ScreeningResult> => ({
  result: await verdict,
  checked: true,
})

/**
 * Screening as configured. `SCREENING=off` clears everyone and records that no check was made; it is allowed
 * only in sandbox mode. Without a configured service no name is clear, and a person decides.
 */
export const createScreening = (deps: {
  config: Pick<Config, 'SCREENING' | 'mode'>
  people: PersonScreeningPort | null
  wallets: WalletScreeningPort | null
}): Screening => {
  const { config, people, wallets } = deps
  const isOff = config.SCREENING === 'off' && config.mode === 'sandbox'
  const unchecked: ScreeningResult = { result: isOff ? 'clear' : 'unavailable', checked: false }
  return {
    checkPerson: async (person) =>
      isOff || people === null ? unchecked : resultOf(people.matchPerson(person)),
    checkWallet: async (address) =>
      isOff || wallets === null ? unchecked : resultOf(wallets.checkAddress(address)),
  }
}

/** Stores the result of a check, in the transaction of the decision that it led to. */
export const recordScreening = async (
  sql: Queries,
  check: ScreeningResult & { id: string; companyId: string; userId: string; at: Date },
): Promise<void> => {
  const { id, companyId, userId, result, checked, at } = check
  await sql.insertInto('screeningCheck').values({ id, companyId, userId, result, checked, at }).execute()
}
