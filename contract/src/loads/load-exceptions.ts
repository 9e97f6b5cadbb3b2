/**
 * Why the money of a load is not as quoted: a second column besides the state, which stays after the
 * resolution (domain §15). A load without one is as quoted.
 */
export const loadExceptions = [
  'underpaid',
  'overpaid',
  'late',
  'wrong_asset',
  'second_payment',
  'below_minimum',
  'over_limit',
  'kyc',
  'screening',
] as const
