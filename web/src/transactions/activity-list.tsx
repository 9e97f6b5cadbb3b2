import type { TransactionOnWire } from '@cardamom/contract/transactions'
import { ReceiptText } from 'lucide-react'
import { capital } from '../kernel/date-text.ts'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { countText, moneyText } from '../kernel/money-text.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Rows } from '../ui/list-row.tsx'
import { SectionTitle } from '../ui/panel.tsx'
import { sumOf } from '../kernel/cents.ts'
import { ExplainedRow } from './explained-row.tsx'

type DayGroup = { readonly day: string; readonly rows: readonly TransactionOnWire[] }

/** Groups rows by day without changing their order; `dayOf` names the day. */
export const dayGroups = (
  rows: readonly TransactionOnWire[],
  dayOf: (instant: string) => string,
): DayGroup[] => {
  const groups = new Map<string, TransactionOnWire[]>()
  for (const row of rows) {
    const day = dayOf(row.at)
    groups.set(day, [...(groups.get(day) ?? []), row])
  }
  return [...groups].map(([day, list]) => ({ day, rows: list }))
}

/** Held payments are on top, whatever their day; each row says until when it is held. */
export const FloatingRows = ({ rows, count }: { rows: readonly TransactionOnWire[]; count: number }) => {
  const t = useText('transactions')
  if (rows.length === 0) return null
  const held = moneyText(sumOf(rows.map((row) => row.held)))
  return (
    <section className="flex flex-col gap-3">
      <SectionTitle
        aside={
          count > rows.length ? (
            <TextLink to="/transactions" search={{ status: 'floating' }}>
              {t('allFloating', { count: countText(count) })}
            </TextLink>
          ) : (
            <span className="num text-base text-mute">{t('heldSum', { amount: held })}</span>
          )
        }
      >
        {t('view.floating')}
      </SectionTitle>
      <Rows label={t('view.floating')}>
        {rows.map((row) => (
          <ExplainedRow key={row.id} row={row} />
        ))}
      </Rows>
    </section>
  )
}

/** Rows by day, newest first. */
export const DayRows = ({ rows }: { rows: readonly TransactionOnWire[] }) => {
  const date = useDates()
  return dayGroups(rows, (at) => date(at, 'nearDay')).map(({ day, rows: list }) => (
    <section key={day} className="flex flex-col gap-3">
      <SectionTitle>{capital(day)}</SectionTitle>
      <Rows label={capital(day)}>
        {list.map((row) => (
          <ExplainedRow key={row.id} row={row} />
        ))}
      </Rows>
    </section>
  ))
}

/** No rows: there are no payments yet, or the filters match none. */
export const NoRows = ({
  kind,
  onClear,
}: {
  kind: 'none' | 'floating' | 'filtered'
  onClear: () => void
}) => {
  const t = useText('transactions')
  const texts = {
    none: { title: t('empty.title'), body: t('empty.body') },
    floating: { title: t('empty.floatingTitle'), body: t('empty.floatingBody') },
    filtered: { title: t('empty.filteredTitle'), body: t('empty.filteredBody') },
  }[kind]
  return (
    <EmptyState
      icon={ReceiptText}
      title={texts.title}
      titleAs="h2"
      action={kind === 'filtered' ? <Button onClick={onClear}>{t('filter.clear')}</Button> : undefined}
    >
      {texts.body}
    </EmptyState>
  )
}
