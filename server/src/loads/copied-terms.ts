import type { PaymentRecord } from './load-record.ts'

/** Terms of a quote that the record of a load has, besides its rates and its chain. */
const recordTerms = [
  ...(['companyId', 'userId', 'cardId', 'speed', 'asset', 'network', 'decimals', 'salt', 'rate'] as const),
  ...(['midRate', 'spreadHundredthsBp', 'expiresAt', 'releaseFrom', 'releaseBy'] as const),
] as const
type RecordTerm = (typeof recordTerms)[number]

/** Terms of a quote that only its row has. */
export const storedTerms = ['feeScheduleId', 'kind'] as const

/** What a further payment, and a part of a load, copies from the load of its quote. */
export const copiedTerms = [...recordTerms, ...storedTerms, 'rates', 'chain'] as const

/** The terms of a record that a load of a part copies as they are. */
export const recordTermsOf = <Load extends PaymentRecord>(load: Load): Pick<Load, RecordTerm> =>
  Object.fromEntries(recordTerms.map((name) => [name, load[name]])) as Pick<Load, RecordTerm>
