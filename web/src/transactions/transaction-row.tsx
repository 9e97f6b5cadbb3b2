import type { TransactionOnWire } from '@cardamom/contract/transactions'
import type { ReactNode } from 'react'
import { capital } from '../kernel/date-text.ts'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { Money } from '../ui/money.tsx'
import { Status, type Tone } from '../ui/status.tsx'
import { sizeOf } from '../kernel/cents.ts'
import { RowFrame } from './row-frame.tsx'
import { rowBelow, rowDisc, rowTitle } from './row-text.ts'

const tones: Readonly<Record<TransactionOnWire['status'], Tone>> = {
  floating: 'warn',
  settled: 'good',
  refunded: 'neutral',
  released: 'neutral',
  declined: 'bad',
}

/** The status of a row as a label. */
export const TransactionStatus = ({
  row,
  variant,
}: {
  row: TransactionOnWire
  variant: 'pill' | 'plain'
}) => {
  const t = useText('transactions')
  return (
    <Status tone={tones[row.status]} variant={variant}>
      {t(`statuses.${row.status}`)}
    </Status>
  )
}

/**
 * A row's amount with its fees. Received money is green with a plus; an amount that was not charged is struck
 * through.
 */
export const TransactionAmount = ({ row }: { row: TransactionOnWire }) => {
  if (row.status === 'declined') return <Money amount={sizeOf(row.amount)} variant="undone" />
  if (row.status === 'released') return <Money amount={row.amount} variant="undone" />
  if (row.total.startsWith('-')) return <Money amount={row.total} />
  return <Money amount={row.total} sign="always" variant="arrived" />
}

/** One row of activity. `below`: the kind of shop (in lists by day), or the date. */
export const TransactionRow = ({
  row,
  below = 'date',
  more,
}: {
  row: TransactionOnWire
  below?: 'kind' | 'date'
  /** Below both lines: until when the payment is held, or why it was declined. */
  more?: ReactNode
}) => {
  const t = useText('transactions')
  const date = useDates()
  return (
    <RowFrame
      {...rowDisc(row)}
      title={rowTitle(t, row)}
      below={below === 'date' ? capital(date(row.at, 'near')) : rowBelow(t, row, (at) => date(at, 'short'))}
      value={<TransactionAmount row={row} />}
      {...(row.status === 'settled' ? {} : { valueBelow: <TransactionStatus row={row} variant="plain" /> })}
      more={more}
      to={`/transactions/${row.id}`}
    />
  )
}
