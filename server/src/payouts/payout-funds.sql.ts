import { sql as fragment } from 'kysely'
import { constant, type Queries } from '../kernel/queries.ts'

/** Ledger units that attempts which are not over will take from the payout wallet. */
export const readUnitsUnderWay = async (
  sql: Queries,
  of: { readonly network: string; readonly asset: string },
): Promise<bigint> => {
  const open = sql
    .selectFrom('payout')
    .where('network', '=', of.network)
    .where('asset', '=', of.asset)
    .where('status', 'in', [constant('sending'), constant('unknown')])
  const sum = fragment<bigint>`coalesce(sum(units), 0)::int8`
  return (await open.select(sum.as('units')).executeTakeFirstOrThrow()).units
}

/** What signed payments will still take from the payout wallet after a block in which it used all nonces below `from`. */
export const readUnmined = async (
  sql: Queries,
  of: { readonly network: string; readonly asset: string; readonly from: bigint },
): Promise<{ readonly units: bigint; readonly residue: bigint }> => {
  const sumOf = (column: string) => fragment<bigint>`coalesce(sum(${fragment.ref(column)}), 0)::int8`
  return sql
    .selectFrom('payoutAttempt as attempt')
    .innerJoin('payout', 'payout.id', 'attempt.payoutId')
    .select([sumOf('attempt.units').as('units'), sumOf('payout.residue').as('residue')])
    .where('attempt.network', '=', of.network)
    .where('payout.asset', '=', of.asset)
    .where('attempt.outcome', 'is', null)
    .where('attempt.nonce', '>=', of.from)
    .executeTakeFirstOrThrow()
}
