import { clearPayment, writeStored } from '../kernel/storage.ts'
import type { LoadOnWire } from './load-wire.ts'

/** Statuses after which the browser forgets the payment (domain §14). */
const over: ReadonlySet<string> = new Set(['credited', 'cancelled'])

/** Keeps the payment in the browser under the spec's names, so that a reload or another page finds it again. */
export const rememberPayment = (load: LoadOnWire): void => {
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
