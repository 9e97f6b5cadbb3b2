import type { TransactionOnWire } from '@cardamom/contract/transactions'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { sizeOf } from '../kernel/cents.ts'

/** Says since when a payment is held, and when it settles or is released. */
export const HeldSentence = ({ row }: { row: TransactionOnWire }) => {
  const t = useText('transactions')
  const date = useDates()
  const since = row.authorisedAt ?? row.at
  const near = date(since, 'inSentence')
  // Spanish has an article before a weekday, none before today and yesterday.
  const sinceWhen = t(near === date(since, 'day') ? 'held.sinceDay' : 'held.since', {
    when: `${near}, ${date(since, 'time')}`,
  })
  const isPart = row.held !== sizeOf(row.amount)
  return (
    <>
      {isPart && `${t('held.part', { amount: moneyText(row.held) })} `}
      {`${sinceWhen} `}
      {row.holdsUntil === null
        ? t('held.open')
        : t.rich('held.until', {
            until: date(row.holdsUntil, 'day'),
            b: (text) => <b className="font-semibold whitespace-nowrap">{text}</b>,
          })}
    </>
  )
}
