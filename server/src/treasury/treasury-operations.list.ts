import { listTreasuryOperations } from '@cardamom/contract/treasury/treasury-operations'
import { list } from '../kernel/list.ts'
import { treasuryOperations } from './treasury-operations.sql.ts'
import { treasuryViews } from './treasury-detail.ts'
import type { CoinText } from './treasury-view.ts'

/** What two people recorded of the operator's money, the last first. */
export const createTreasuryList = (write: CoinText) =>
  list(listTreasuryOperations, {
    table: 'treasuryOperation',
    from: treasuryOperations,
    scope: 'companies',
    items: (rows, { sql }) => treasuryViews(sql, rows, write),
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
