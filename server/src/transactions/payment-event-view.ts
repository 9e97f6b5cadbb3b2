import { parseCents } from '@cardamom/contract/money'
import type { TransactionDetail } from '@cardamom/contract/transactions'
import type { PaymentEventRecord } from './payment-record.ts'

/** A message of the issuer about a payment, as the person reads it. */
export const eventView = (row: PaymentEventRecord): TransactionDetail['events'][number] => ({
  id: row.id,
  type: row.type,
  amount: row.amount_cents,
  original:
    row.original_currency === 'USD'
      ? null
      : {
          amount: row.original_amount,
          currency: row.original_currency,
          rate: row.original_rate ?? '1.0000',
        },
  fees: row.fees.map(({ type, amount }) => ({ type, amount: parseCents(amount) ?? 0n })),
  final: row.final,
  at: row.occurred_at,
})
