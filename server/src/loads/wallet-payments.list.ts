import { listCoinDeposits, type coinDepositStatuses } from '@cardamom/contract/loads/wallet-payments'
import { sql as fragment } from 'kysely'
import { readBrandNames } from '../companies/companies.sql.ts'
import { list } from '../kernel/list.ts'
import { paymentOfRow } from './load-record.ts'
import { walletPayments } from './wallet-payments.sql.ts'

/** States in which a payment is not in a wallet yet, and may still come into one. */
const waiting = ['quoted', 'detected', 'review']

/** Deposits by crypto of the companies in scope, the last quote first. */
export const coinDepositsList = list(listCoinDeposits, {
  table: 'load',
  from: walletPayments,
  scope: 'companies',
  sorts: { quotedAt: 'load.id' },
  filters: {
    open: (open: boolean) => fragment`(load.status = any(${waiting})) = ${open}`,
    wallet: 'load.speed',
  },
  items: async (rows, { sql }) => {
    const names = await readBrandNames(sql, [...new Set(rows.map(({ companyId }) => companyId))])
    return rows.map(paymentOfRow).map((load) => ({
      id: load.id,
      ref: load.ref,
      // The card's states are not possible without a card.
      status: load.status as (typeof coinDepositStatuses)[number],
      exception: load.exception,
      companyId: load.companyId,
      companyName: names.get(load.companyId) ?? '',
      wallet: load.speed,
      gross: load.grossCents,
      net: load.netCents,
      quotedAt: load.quotedAt,
      expiresAt: load.expiresAt,
    }))
  },
  csv: {
    texts: 'topUps.coin',
    columns: [
      'ref',
      'companyName',
      { name: 'status', cell: ({ status }, text) => text(`topUps.coin.status.${status}`) },
      {
        name: 'exception',
        cell: ({ exception }, text) => exception && text(`topUps.coin.exception.${exception}`),
      },
      { name: 'wallet', cell: ({ wallet }, text) => text(`topUps.values.wallet.${wallet}`) },
      'gross',
      'net',
      'quotedAt',
      'expiresAt',
    ],
  },
})
