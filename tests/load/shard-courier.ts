import { openPoster } from './shard-book.ts'
import { startCourier } from './shard-delivery.ts'

/** A courier in a process of its own, which the trial kills. It tells its parent how many deliveries arrived. */
export type CourierUrls = { readonly fromUrl: string; readonly toUrl: string; readonly leaseMs: number }

process.once('message', (message) => {
  const { fromUrl, toUrl, leaseMs } = message as CourierUrls
  const from = openPoster(fromUrl).db
  const to = openPoster(toUrl).poster
  startCourier({ from, to, leaseMs, limit: 64 }, (arrivals) => process.send?.(arrivals.length))
})
