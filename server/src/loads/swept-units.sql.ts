import { sql as fragment } from 'kysely'
import { constant, type Queries } from '../kernel/queries.ts'
import type { OwnTransferRow } from './own-transfers.sql.ts'

/**
 * Units with which a transfer out of a payment address is booked. A sweep moves several payments at once, and their
 * parts below the ledger's unit may add up to a unit that no payment was booked with: that unit stays a residue.
 */
export const readSweptUnits = async (
  sql: Queries,
  row: OwnTransferRow,
): Promise<{ readonly units: bigint; readonly residue: bigint }> => {
  const { id, network, asset, sender, units, residue } = row
  const own = { units, residue }
  if (row.fromAccount !== 'deposits' || units === 0n) return own
  const sums = [
    fragment<bigint>`coalesce(sum(units), 0)::int8`.as('units'),
    fragment<string>`coalesce(sum(contract_units), 0)::text`.as('contractUnits'),
  ] as const
  const arrived = await sql
    .selectFrom('chainTransfer')
    .select(sums)
    .where('network', '=', network)
    .where('recipient', '=', sender)
    .where('asset', '=', asset)
    .where('status', '=', constant('final'))
    .executeTakeFirstOrThrow()
  const left = await sql
    .selectFrom('ownTransfer')
    .select(sums)
    .where('network', '=', network)
    .where('sender', '=', sender)
    .where('asset', '=', asset)
    .where('outcome', '=', 'transferred')
    .where('id', '!=', id)
    .executeTakeFirstOrThrow()
  const contractUnits = BigInt(row.contractUnits)
  // A payment of it is not booked yet: the job runs again.
  if (BigInt(arrived.contractUnits) - BigInt(left.contractUnits) < contractUnits) return own
  const there = arrived.units - left.units
  if (there >= units) return own
  const perUnit = (contractUnits - residue) / units
  return { units: there, residue: contractUnits - there * perUnit }
}
