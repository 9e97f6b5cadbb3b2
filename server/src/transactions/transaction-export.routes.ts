import { exportTransactions } from '@cardamom/contract/transactions'
import { csvFileOf, mountCsv } from '../kernel/list-csv.ts'
import type { Kernel } from '../kernel/module.ts'
import { transactionsList } from './transactions.list.ts'

/**
 * Mounts the CSV of the filtered rows: over a one-time address for browsers, and in one call for programs.
 */
export const mountExport = (kernel: Kernel): void => {
  const { mount, downloads } = kernel
  mountCsv(kernel, transactionsList)
  const file = downloads.add(exportTransactions, csvFileOf(kernel, transactionsList))
  mount(exportTransactions, ({ reply, requestId, ...facts }) =>
    downloads.send(file, { reply, requestId, scope: facts.me.scope, facts }),
  )
}
