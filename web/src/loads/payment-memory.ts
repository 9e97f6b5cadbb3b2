import { clearPayment, readStored, writeStored } from '../kernel/storage.ts'
import type { LoadOnWire } from '../ui/payments/load-wire.ts'

/** Statuses after which the browser forgets the payment (domain §14). */
const over: ReadonlySet<string> = new Set(['credited', 'cancelled'])

const awaitsPayment: ReadonlySet<string> = new Set(['quoted', 'detected'])

/**
 * Stores the payment in the browser under the names of product §3, so that a reload or another page finds it
 * again. Opening another load replaces it only when that load waits for its payment.
 */
export const rememberPayment = (load: LoadOnWire): void => {
  const stored = readStored('order_id')
  const isOther = stored !== null && stored !== load.id
  if (isOther && !awaitsPayment.has(load.status)) return
  if (over.has(load.status)) return clearPayment()
  const { id, address, asset, due, expiresAt } = load
  const payment = {
    orderId: id,
    address,
    asset: asset.symbol,
    network: asset.network,
    amount: due,
    expiresAt,
  }
  writeStored('cryptoPayment', JSON.stringify(payment))
  writeStored('order_id', id)
  writeStored('payment_date', load.quotedAt)
  writeStored('payment_amount', load.gross)
  writeStored('payment_fee', load.fee)
}
