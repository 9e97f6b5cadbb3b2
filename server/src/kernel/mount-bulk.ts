import type { BulkEndpoint } from '@cardamom/contract/bulk'
import type { Kernel } from './module.ts'

/** Mounts a bulk call; the call of one row is mounted by itself. */
export const mountBulk = ({ mount }: Pick<Kernel, 'mount'>, call: BulkEndpoint): void => {
  mount(call, async ({ eachRow, finish }) => finish({ results: await eachRow(call.rowCall) }))
}
