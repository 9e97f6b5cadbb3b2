import type { Queries } from '../kernel/queries.ts'
import { countJournals, listOpenReferences, readOperatorBalance } from '../ledger/operator-balances.ts'

/** Money at the issuer that is no card's, in cents. */
export type Float = {
  /** Promised to nobody: the float. */
  readonly unallocatedCents: bigint
  /** Promised to a call that is not answered. */
  readonly inFlightCents: bigint
  /** Sent to the issuer, not arrived. */
  readonly transitCents: bigint
}

/** The operator's float as the ledger has it; in the scope of jobs, for the accounts are the operator's. */
export const readFloat = async (sql: Queries): Promise<Float> => ({
  unallocatedCents: await readOperatorBalance(sql, 'issuer.unallocated'),
  inFlightCents: await readOperatorBalance(sql, 'issuer.in_flight'),
  transitCents: await readOperatorBalance(sql, 'issuer.transit'),
})

/** The oldest wire to the issuer of exactly this amount that has not arrived. */
export const findFundingInTransit = async (sql: Queries, amountCents: bigint): Promise<string | null> =>
  (await listOpenReferences(sql, 'issuer.transit')).find(({ balance }) => balance === amountCents)?.ref ??
  null

/** How many wires to the issuer were ever sent. */
export const countFundings = (sql: Queries): Promise<number> => countJournals(sql, 'issuer.funding_sent')
