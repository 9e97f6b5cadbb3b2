import type { Config } from '../kernel/config.ts'
import type { Queries } from '../kernel/database.ts'

/** Who is held against the lists. Dates YYYY-MM-DD, countries two letters; either may be unknown. */
export type ScreenedPerson = {
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string | null
  readonly country: string | null
}

/** `unavailable`: nobody looked, so nobody may count as clear. `looked` is false where screening is off. */
export type ScreeningResult = {
  readonly result: 'clear' | 'hit' | 'unavailable'
  readonly looked: boolean
}

/** Sanctions screening of people; an outside service, so never called inside a transaction. */
export type Screening = { readonly checkPerson: (person: ScreenedPerson) => Promise<ScreeningResult> }

/** The service that looks: yente's `POST /match` has this shape (design providers). */
export type ScreeningService = {
  readonly matchPerson: (person: ScreenedPerson) => Promise<'clear' | 'hit' | 'unavailable'>
}

/**
 * Screening as configured. `SCREENING=off` calls everyone clear and says that nobody looked; the configuration allows
 * it in sandbox mode only. On without a service nobody is clear: each approval waits for a person.
 */
export const createScreening = (deps: {
  config: Pick<Config, 'SCREENING' | 'mode'>
  service: ScreeningService | null
}): Screening => {
  const { config, service } = deps
  return {
    checkPerson: async (person) => {
      if (config.SCREENING === 'off' && config.mode === 'sandbox') return { result: 'clear', looked: false }
      if (!service) return { result: 'unavailable', looked: false }
      return { result: await service.matchPerson(person), looked: true }
    },
  }
}

const insertCheck = `insert into screening_check (id, company_id, user_id, result, looked, at)
  values ($1, $2, $3, $4, $5, $6)`

/** Keeps what a check said, in the transaction of what it decided. */
export const keepScreening = async (
  sql: Queries,
  check: ScreeningResult & { id: string; companyId: string; userId: string; at: Date },
): Promise<void> => {
  const { id, companyId, userId, result, looked, at } = check
  await sql.run(insertCheck, [id, companyId, userId, result, looked, at])
}
