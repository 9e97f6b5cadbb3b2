import { listDepositRequests } from '@cardamom/contract/deposits/deposit-requests'
import {
  kindNamed,
  moneyRequestItems,
  moneyRequestSource,
  requestsAtOnce,
} from '../approvals/money-requests.ts'
import { readBrandNames } from '../companies/companies.sql.ts'
import type { Encryption } from '../kernel/encryption.ts'
import { list } from '../kernel/list.ts'

const kinds = { wire: 'createTopUp', reversal: 'reverseTopUp' } as const

/** Deposits that were requested and are none yet: they wait for a second person, or ended without one. */
export const createDepositRequestsList = (encryption: Encryption) =>
  list(listDepositRequests, {
    ...moneyRequestSource(kinds),
    items: async (rows, reader) => {
      const requests = await moneyRequestItems(rows, reader, encryption)
      const companies = await readBrandNames(reader.sql, [...new Set(rows.map(({ companyId }) => companyId))])
      return requests.map(({ row, item, summary }) => ({
        ...item,
        kind: kindNamed(kinds, row),
        companyName: companies.get(row.companyId) ?? '',
        bankReference: item.canOpen ? (summary.facts['bankReference'] ?? null) : null,
      }))
    },
    csv: {
      texts: 'moneyRequests',
      rowsAtOnce: requestsAtOnce,
      columns: [
        'kind',
        'status',
        'companyName',
        'wallet',
        'total',
        'fee',
        'bankReference',
        'reason',
        'requestedByName',
        'requestedAt',
        'expiresAt',
        'decidedByName',
        'decidedAt',
        'note',
      ],
    },
  })
