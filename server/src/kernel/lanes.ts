/**
 * Workers of each lane of background work. Every outside service has a lane of its own, so that a silent one delays
 * its own jobs and no others: `screening` looks up wallets, `name-screening` people. `ledger` is for the long checks of the book, `default` for all that asks nobody outside.
 */
export const laneWorkers = {
  default: 4,
  issuer: 3,
  kyc: 2,
  chain: 2,
  screening: 2,
  'name-screening': 2,
  mail: 2,
  'step-up': 1,
  ledger: 1,
} as const

export type Lane = keyof typeof laneWorkers

export const lanes = Object.keys(laneWorkers) as Lane[]
