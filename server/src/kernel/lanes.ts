/**
 * Workers of each lane of background work. Every outside service that jobs call has its own lane, so a silent
 * service delays only its own jobs: `screening` checks wallets, `name-screening` people, `payouts`
 * sends money. `ledger` runs the long checks of the book, `issuer-checks` the comparisons with the issuer,
 * `reconciliation` those with the chain, `default` all jobs without an outside service.
 */
export const laneWorkers = {
  default: 4,
  issuer: 3,
  kyc: 2,
  chain: 2,
  payouts: 1,
  screening: 2,
  'name-screening': 2,
  mail: 2,
  ledger: 1,
  'issuer-checks': 2,
  reconciliation: 1,
} as const

export type Lane = keyof typeof laneWorkers

export const lanes = Object.keys(laneWorkers) as Lane[]
