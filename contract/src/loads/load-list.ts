/** States of a load that this version knows (domain §15): a list can be filtered by each. */
export const loadStatuses = [
  'quoted',
  'detected',
  'confirmed',
  'review',
  'held',
  'crediting',
  'credit_failed',
  'credited',
  'cancelled',
  'expired',
  'refunding',
  'refunded',
] as const
