import type { Queries } from '../kernel/queries.ts'
import { countJournals, listOpenReferences, readOperatorBalance } from '../ledger/operator-balances.ts'

/** The operator's money at the issuer outside of cards, in cents. */
export type Float = {
  /** The float: allocated to no card and no call. */
  readonly unallocatedCents: bigint
  /** Reserved for calls without an outcome. */
  readonly inFlightCents: bigint
  /** Sent to the issuer and not arrived. */
  readonly transitCents: bigint
}

/**
 * The operator's float in the ledger. Needs the scope of jobs, because the accounts belong to the operator.
 */
export const readFloat = async (sql: Queries): Promise<Float> => ({
  unallocatedCents: await readOperatorBalance(sql, 'issuer.unallocated'),
  inFlightCents: await readOperatorBalance(sql, 'issuer.in_flight'),
  transitCents: await readOperatorBalance(sql, 'issuer.transit'),
})

/** The oldest wire to the issuer of exactly this amount that has not arrived. */
export const findFundingInTransit = async (sql: Queries, amountCents: bigint): Promise<string | null> =>
  (await listOpenReferences(sql, 'issuer.transit')).find(({ balance }) => balance === amountCents)?.ref ??
  null

/** Wires to the issuer that have not arrived. */
export const listFundingsInTransit = async (sql: Queries): Promise<string[]> =>
  (await listOpenReferences(sql, 'issuer.transit')).map(({ ref }) => ref)

/** Number of wires that were ever sent to the issuer. */
export const countFundings = (sql: Queries): Promise<number> => countJournals(sql, 'issuer.funding_sent')
