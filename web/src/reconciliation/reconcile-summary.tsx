import { breakAges, breakClasses, readReconciliation } from '@cardamom/contract/reconciliation'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { countText, percentText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { ofMachines } from '../kernel/read-again.ts'
import { ChartPanel } from '../ui/chart-panel.tsx'
import { TextLink } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Meter } from '../ui/meter.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { RunFacts } from './run-facts.tsx'

type Summary = WireOf<typeof readReconciliation>
type Bar = { readonly key: string; readonly name: string; readonly count: number; readonly to: string }

const countOf = ({ open }: Summary, isOf: (row: Summary['open'][number]) => boolean): number =>
  open.filter(isOf).reduce((sum, { count }) => sum + count, 0)

const Bars = (props: {
  title: string
  lead?: string
  head: string
  file: string
  asOf: string
  bars: readonly Bar[]
}) => {
  const t = useText('reconcile')
  const date = useDates()
  const { title, lead, head, file, asOf, bars } = props
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <ChartPanel
      title={title}
      fileName={`${t('fileName')}-${file}`}
      asOf={date(asOf, 'time')}
      head={[head, t('ages.count')]}
      rows={bars.map(({ key, name, count, to }) => ({ key, cells: [name, countText(count)], to }))}
      file={bars.map(({ name, count }) => [name, count])}
    >
      {lead !== undefined && <p className="pb-2 text-base text-mute md:text-sm">{lead}</p>}
      <ul className="grid gap-2">
        {bars.map(({ key, name, count, to }) => (
          <li key={key}>
            <div className="flex items-end justify-between gap-3 pb-1 md:text-base">
              <TextLink to={to}>{name}</TextLink>
              <span className="num font-medium">{countText(count)}</span>
            </div>
            <Meter label={`${name}: ${countText(count)}`} share={count / most} />
          </li>
        ))}
      </ul>
    </ChartPanel>
  )
}

const Charts = ({ summary }: { summary: Summary }) => {
  const t = useText('reconcile')
  const ages = breakAges.map((age) => ({
    key: age,
    name: t(`values.age.${age}`),
    count: countOf(summary, (row) => row.age === age),
    to: `/admin/reconcile?status=open&age=${encodeURIComponent(age)}`,
  }))
  const classes = breakClasses
    .map((each) => ({
      key: each,
      name: t(`values.class.${each}`),
      count: countOf(summary, (row) => row.class === each),
      to: `/admin/reconcile?status=open&class=${each}`,
    }))
    .filter(({ count }) => count > 0)
  return (
    <>
      <Bars
        title={t('ages.title')}
        lead={t('ages.lead')}
        head={t('ages.age')}
        file="ages"
        asOf={summary.asOf}
        bars={ages}
      />
      {classes.length > 0 ? (
        <Bars
          title={t('classes.title')}
          head={t('fields.class')}
          file="classes"
          asOf={summary.asOf}
          bars={classes}
        />
      ) : (
        <Panel title={t('classes.title')}>
          <p className="text-mute">{t('classes.none')}</p>
        </Panel>
      )}
    </>
  )
}

/** Rounded down: only a run without a difference has 100 %. */
const rateOf = ({ matched, compared }: { matched: number; compared: number }): string =>
  percentText((compared === 0 ? 100 : Math.floor((matched / compared) * 10_000) / 100).toFixed(2))

const LastRun = ({ summary: { last, current } }: { summary: Summary }) => {
  const t = useText('reconcile')
  return (
    <Panel title={t('summary.title')}>
      <div className="flex flex-col gap-3">
        {current !== null && (
          <NoteBox
            tone={current.failure === null ? 'info' : 'warn'}
            title={t('summary.underWay')}
            {...(current.failure === null ? {} : { children: t('summary.silent') })}
          />
        )}
        {last === null ? (
          <p className="text-mute">{t('summary.none')}</p>
        ) : (
          <>
            <p className="num text-xl font-semibold">{rateOf(last)}</p>
            <p className="text-mute">
              {t('summary.rate')}:{' '}
              {t('summary.rateText', {
                matched: countText(last.matched),
                compared: countText(last.compared),
              })}
            </p>
            <RunFacts run={last} names={['endedAt', 'healed', 'found']} />
            <p>
              <TextLink to={`/admin/reconcile/${last.id}`}>{t('seeRun')}</TextLink>
            </p>
          </>
        )}
      </div>
    </Panel>
  )
}

/** The last run, and open differences by age and kind, above the list. */
export const ReconcileSummary = () => {
  const t = useText('reconcile')
  const summary = useCall(
    readReconciliation,
    {},
    { live: ['reconciliation.'], againMs: ({ current }) => current !== null && ofMachines },
  )
  return (
    <Loaded reads={{ summary }} waiting={<Skeleton className="h-40" />} failed={t('summary.failed')}>
      {(found) => (
        <div className="grid items-start gap-4 pt-4 lg:grid-cols-3">
          <LastRun summary={found.summary} />
          <Charts summary={found.summary} />
        </div>
      )}
    </Loaded>
  )
}
