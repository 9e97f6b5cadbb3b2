import { parseCents } from '@cardamom/contract/money'
import type { TransactionDetail } from '@cardamom/contract/transactions'
import type { PaymentEventRecord } from './payments.sql.ts'

/** An event of a payment, as the person reads it. */
export const eventView = (row: PaymentEventRecord): TransactionDetail['events'][number] => ({
  id: row.id,
  type: row.type,
  amount: row.amountCents,
  original:
    row.originalCurrency === 'USD'
      ? null
      : {
          amount: row.originalAmount,
          currency: row.originalCurrency,
          rate: row.originalRate ?? '1.0000',
        },
  fees: row.fees.map(({ type, amount }) => ({ type, amount: parseCents(amount) ?? 0n })),
  final: row.final,
  at: row.occurredAt,
})
