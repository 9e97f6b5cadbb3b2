import { listTreasuryOperations } from '@cardamom/contract/treasury/treasury-operations'
import { readNames } from '../identity/users.sql.ts'
import { publicRef } from '../kernel/ids.ts'
import { list } from '../kernel/list.ts'
import { treasuryOperations } from './treasury-operations.sql.ts'
import type { CoinText } from './treasury-view.ts'

/** What two people recorded of the operator's money, the last first. */
export const createTreasuryList = (write: CoinText) =>
  list(listTreasuryOperations, {
    table: 'treasuryOperation',
    from: treasuryOperations,
    scope: 'companies',
    items: async (rows, { sql }) => {
      const people = await readNames(sql, [
        ...new Set(rows.flatMap(({ requestedBy, approvedBy }) => [requestedBy, approvedBy])),
      ])
      return rows.map((row) => ({
        id: row.id,
        ref: publicRef('O', row.id),
        kind: row.kind,
        status: row.status,
        amount: row.amountCents,
        asset: row.asset,
        coins: row.units === null || row.asset === null ? null : write(row.units, row.asset),
        fee: row.feeCents,
        value: row.valueCents,
        venue: row.venue,
        reference: row.reference,
        proof: row.proof,
        valuedOn: row.valuedOn,
        reason: row.reason,
        requestedByName: people.get(row.requestedBy) ?? '',
        approvedByName: people.get(row.approvedBy) ?? '',
        recordedAt: row.recordedAt,
      }))
    },
    csv: {
      texts: 'treasuryOperations',
      columns: [
        'ref',
        'kind',
        'status',
        'amount',
        'asset',
        'coins',
        'fee',
        'value',
        'venue',
        'reference',
        'proof',
        'valuedOn',
        'reason',
        'requestedByName',
        'approvedByName',
        'recordedAt',
      ],
    },
  })
