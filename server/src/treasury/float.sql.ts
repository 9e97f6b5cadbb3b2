import type { Queries } from '../kernel/database.ts'

/** Money at the issuer that is no card's, in cents. */
export type Float = {
  /** Promised to nobody: the float. */
  readonly unallocatedCents: bigint
  /** Promised to a call that is not answered. */
  readonly inFlightCents: bigint
  /** Sent to the issuer, not arrived. */
  readonly transitCents: bigint
}

const balances = `select
    coalesce(-sum(balance) filter (where code = 'issuer.unallocated'), 0)::int8 as unallocated,
    coalesce(-sum(balance) filter (where code = 'issuer.in_flight'), 0)::int8 as in_flight,
    coalesce(-sum(balance) filter (where code = 'issuer.transit'), 0)::int8 as transit
  from account where code in ('issuer.unallocated', 'issuer.in_flight', 'issuer.transit')`

/** The operator's float as the ledger has it; in the scope of jobs, for the accounts are the operator's. */
export const readFloat = async (sql: Queries): Promise<Float> => {
  const row = await sql.one<{ unallocated: bigint; in_flight: bigint; transit: bigint }>(balances)
  return {
    unallocatedCents: row.unallocated,
    inFlightCents: row.in_flight,
    transitCents: row.transit,
  }
}

const fundings = `select count(*) from journal where kind = 'issuer.funding_sent'`

/** How many wires to the issuer were ever sent. */
export const countFundings = async (sql: Queries): Promise<number> =>
  Number((await sql.one<{ count: bigint }>(fundings)).count)
