import { exportTransactions } from '@cardamom/contract/transactions'
import type { Kernel } from '../kernel/module.ts'
import { csvFileOf } from '../kernel/mount-list.ts'
import { transactionsList } from './transactions.list.ts'

/**
 * Mounts the CSV of the filtered rows in one call, for programs; browsers fetch that of the list.
 */
export const mountExport = (kernel: Kernel): void => {
  const { mount, downloads } = kernel
  const file = downloads.add(exportTransactions, csvFileOf(kernel, transactionsList))
  mount(exportTransactions, ({ reply, requestId, ...facts }) =>
    downloads.send(file, { reply, requestId, scope: facts.me.scope, facts }),
  )
}
