import { todayIn } from '@cardamom/contract/dates'
import { listTransactions } from '@cardamom/contract/transactions'
import { Download } from 'lucide-react'
import { now } from '../kernel/clock.ts'
import { useDates, useTimeZone } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { capital } from '../kernel/date-text.ts'
import { lastDayOf, monthsBack } from '../kernel/months.ts'
import { Button } from '../ui/button.tsx'
import { ChoiceCard } from '../ui/choice.tsx'
import { DateField } from '../ui/date-field.tsx'
import { Controlled, useContractForm } from '../ui/form.tsx'
import { useCsv } from '../ui/list/use-csv.ts'
import { SelectField } from '../ui/select-field.tsx'
import type { ActivityQuery } from './activity-filter.ts'
import { useFile } from './use-file.ts'

type Kind = 'statement' | 'csv'
const kinds: readonly Kind[] = ['statement', 'csv']
const asOf = 'as-of'

/** The period of a statement: a month, or all time until a day. Null when the day is not valid. */
const spanOf = (chosen: { period: string; day: string; today: string }) => {
  const { period, day, today } = chosen
  if (period !== asOf) {
    const last = lastDayOf(period)
    return { from: `${period}-01`, to: last < today ? last : today }
  }
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))
  return isDay && day <= today ? { to: day } : null
}

/** The choice of the file and of its days. */
export const FilesForm = ({ query, onClose }: { query: ActivityQuery; onClose: () => void }) => {
  const t = useText('transactions')
  const date = useDates()
  const today = todayIn(useTimeZone(), now())
  const form = useContractForm<{ kind: Kind; period: string; day: string }>({
    defaultValues: { kind: 'statement', period: query.month ?? today.slice(0, 7), day: today },
    confirmsLeaving: false,
  })
  const { kind, period, day } = form.watch()
  const statement = useFile('/transactions/statement', onClose)
  const csv = useCsv(listTransactions, onClose)
  const span = spanOf({ period, day, today })
  const card: Record<string, string> = query.cardId === undefined ? {} : { cardId: query.cardId }
  const months = monthsBack(today, query.month).map((month) => ({
    value: month,
    label: capital(date(`${month}-01`, 'month')),
  }))
  const save = () =>
    kind === 'csv' ? csv.save({ ...query.filter }) : span && statement.save({ ...span, ...card })
  return (
    <div className="flex flex-col gap-4">
      <div role="radiogroup" aria-label={t('files.title')} className="flex flex-col gap-2">
        {kinds.map((each) => (
          <ChoiceCard
            key={each}
            {...form.register('kind')}
            value={each}
            title={t(`files.${each}`)}
            detail={t(`files.${each}Help`)}
          />
        ))}
      </div>
      {kind === 'statement' && (
        <>
          <SelectField
            label={t('files.period')}
            options={[...months, { value: asOf, label: t('files.asOf') }]}
            {...form.field('period')}
          />
          {period === asOf && (
            <Controlled form={form} name="day">
              {(field) => (
                <DateField
                  label={t('files.day')}
                  max={today}
                  {...field}
                  error={span === null ? t('files.dayInvalid') : undefined}
                />
              )}
            </Controlled>
          )}
        </>
      )}
      <div className="flex flex-col pt-2 md:flex-row md:justify-end">
        <Button
          variant="primary"
          icon={Download}
          busy={statement.isBusy || csv.isBusy}
          disabled={kind === 'statement' && span === null}
          onClick={save}
        >
          {t(`files.save.${kind}`)}
        </Button>
      </div>
    </div>
  )
}
