import type { TransactionOnWire } from '@cardamom/contract/transactions'
import { memo } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { declineSentence } from './decline-text.ts'
import { HeldSentence } from './held-sentence.tsx'
import { TransactionRow } from './transaction-row.tsx'

const Declined = ({ decline, amount }: Pick<TransactionOnWire, 'amount' | 'decline'>) => {
  const t = useText('declines')
  return decline && declineSentence(t, decline, amount)
}

/** A row of a list by day, with a sentence that says until when it is held or why it was declined. */
export const ExplainedRow = memo(({ row }: { row: TransactionOnWire }) => {
  if (row.decline !== null) {
    return <TransactionRow row={row} below="kind" more={<Declined {...row} />} />
  }
  if (row.status === 'floating') {
    return <TransactionRow row={row} below="kind" more={<HeldSentence row={row} />} />
  }
  return <TransactionRow row={row} below="kind" />
})
