import type { WireOf } from '@cardamom/contract/endpoint'
import { readFees } from '@cardamom/contract/fees'
import { CalendarClock, Gauge, Zap } from 'lucide-react'
import { useDates } from '../kernel/dates.tsx'
import { useBranding } from '../kernel/branding.ts'
import { useText } from '../kernel/i18n.tsx'
import { moneyText, percentText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Page, Stack } from '../ui/page-parts.tsx'
import { Panel } from '../ui/panel.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

type Fees = WireOf<typeof readFees>
type SpeedFee = Fees['now']['speeds'][number]

const headers = ['load', 'fee', 'card'] as const

/** The large example, which is the middle one. */
const Worked = ({ examples }: Pick<SpeedFee, 'examples'>) => {
  const t = useText('fees')
  const shown = examples[Math.floor(examples.length / 2)]
  if (!shown) return null
  return (
    <div className="rounded-lg bg-soft px-4 py-3">
      <p className="text-base text-brand-text md:text-sm">{t('result', { gross: moneyText(shown.gross) })}</p>
      <p className="num text-xl font-semibold">{moneyText(shown.net)}</p>
      <p className="num text-base text-mute md:text-sm">
        {t('less', { gross: moneyText(shown.gross), fee: moneyText(shown.fee) })}
      </p>
    </div>
  )
}

const Examples = ({ speed, examples }: SpeedFee) => {
  const t = useText('fees')
  return (
    // The widest amounts stay on one line at every letter size.
    <table className="num w-full text-[length:min(0.875rem,max(14px,5.2vw))] leading-[1.43]">
      <caption className="sr-only">{t(`speed.${speed}`)}</caption>
      <thead className="text-mute md:text-sm">
        <tr>
          {headers.map((name) => (
            <th key={name} scope="col" className="py-1.5 text-right font-normal first:text-left">
              {t(`examples.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {examples.map(({ gross, fee, net }) => (
          <tr key={gross} className="border-t border-line2">
            <td className="py-2">{moneyText(gross)}</td>
            <td className="py-2 text-right text-mute">{moneyText(fee)}</td>
            <td className="py-2 text-right font-semibold">{moneyText(net)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const SpeedPanel = ({ fee, below }: { fee: SpeedFee; below?: string }) => {
  const t = useText('fees')
  const Icon = fee.speed === 'regular' ? CalendarClock : Zap
  return (
    <Panel
      title={
        <span className="flex items-center gap-2">
          <Icon aria-hidden size={18} className="text-brand-text" />
          {t(`speed.${fee.speed}`)}
        </span>
      }
    >
      <p className="flex flex-wrap items-baseline gap-x-2 pb-3">
        <b className="num text-2xl font-semibold">{percentText(fee.feePercent)}</b>
        <span className="text-mute">{t('ofLoad')}</span>
      </p>
      <Worked examples={fee.examples} />
      <div className="py-2">
        <Examples {...fee} />
      </div>
      <p className="border-t border-line2 pt-3 text-base text-mute">
        {t(`when.${fee.speed}`)} {below}
      </p>
    </Panel>
  )
}

const Limits = ({ limits }: Pick<Fees, 'limits'>) => {
  const t = useText('fees')
  return (
    <Panel title={t('limits')}>
      <KvRows>
        <KvRow name={t('smallest')}>{moneyText(limits.minimum)}</KvRow>
        <KvRow name={t('firstPlastic')}>
          {t('firstPlasticFrom', { amount: moneyText(limits.firstPlastic) })}
        </KvRow>
        <KvRow name={t('largest')}>{moneyText(limits.maximum)}</KvRow>
        <KvRow name={t('daily')}>{moneyText(limits.daily)}</KvRow>
        <KvRow name={t('immediateDaily')} below={t('immediateDailyOf')}>
          {moneyText(limits.immediateDaily)}
        </KvRow>
      </KvRows>
    </Panel>
  )
}

const Rates = ({ spreads }: Pick<Fees, 'spreads'>) => {
  const t = useText('fees')
  return (
    <Panel title={t('rates')}>
      <p className="pb-2 text-base text-mute">{t('ratesText')}</p>
      <KvRows>
        {spreads.map(({ asset, percent }) => (
          <KvRow key={asset ?? ''} name={asset ?? t('otherCoins')}>
            {/^0(\.0+)?$/.test(percent)
              ? t('spread.none')
              : t('spread.some', { percent: percentText(percent) })}
          </KvRow>
        ))}
      </KvRows>
    </Panel>
  )
}

const CardUse = ({ cardUse }: Pick<Fees, 'cardUse'>) => {
  const t = useText('fees')
  const percent = percentText(cardUse.foreignCurrencyFee)
  return (
    <Panel title={t('use.title')}>
      <KvRows>
        <KvRow name={t('use.dollars')}>{t('use.free')}</KvRow>
        <KvRow name={t('use.foreign')} below={t('use.foreignOf')}>
          {t('use.foreignPercent', { percent })}
        </KvRow>
        <KvRow name={t('use.atm')}>{t('use.atmEach', { amount: moneyText(cardUse.atmFee) })}</KvRow>
      </KvRows>
      <p className="pt-3 text-base text-mute">{t('use.charged')}</p>
    </Panel>
  )
}

const OtherCosts = () => {
  const t = useText('fees')
  const lines = [
    [Gauge, 'network'],
    [Zap, 'free'],
  ] as const
  return (
    <Panel title={t('otherCosts')}>
      <ul className="flex flex-col gap-3 pb-1 text-base">
        {lines.map(([Icon, name]) => (
          <li key={name} className="flex gap-3">
            <Icon aria-hidden size={18} className="mt-0.5 shrink-0 text-mute" />
            {t(name)}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const Change = ({ next }: { next: NonNullable<Fees['next']> }) => {
  const t = useText('fees')
  const date = useDates()
  const percentOf = (wanted: SpeedFee['speed']) =>
    percentText(next.speeds.find(({ speed }) => speed === wanted)?.feePercent ?? '0.00')
  return (
    <NoteBox tone="info" title={`${t('next', { day: date(next.from, 'full') })}.`}>
      {t('nextPrices', { regular: percentOf('regular'), immediate: percentOf('immediate') })}
    </NoteBox>
  )
}

const Shown = ({ fees }: { fees: Fees }) => {
  const t = useText('fees')
  const date = useDates()
  const { latestAt, usualAt } = fees.regular
  const dates = t('today', { latest: date(latestAt, 'dayTime'), usual: date(usualAt, 'inSentence') })
  return (
    <Stack className="pb-8">
      <p className="text-md">{t('lead')}</p>
      {fees.next && <Change next={fees.next} />}
      <div className="grid gap-4 md:grid-cols-2">
        {fees.now.speeds.map((fee) => (
          <SpeedPanel key={fee.speed} fee={fee} {...(fee.speed === 'regular' && { below: dates })} />
        ))}
      </div>
      <CardUse cardUse={fees.cardUse} />
      <Limits limits={fees.limits} />
      <Rates spreads={fees.spreads} />
      <OtherCosts />
    </Stack>
  )
}

/** The fees of this company's loads: `/fees`, for everybody (ux §1). */
export const FeesPage = () => {
  const t = useText('fees')
  const date = useDates()
  const { name } = useBranding()
  const read = useCall(readFees, {})
  const fees = read.data
  return (
    <Page>
      <article>
        <PageHeader
          title={t('title')}
          facts={
            fees
              ? [t('operator', { operator: fees.operator }), t('since', { day: date(fees.now.from, 'full') })]
              : [name]
          }
        />
        <Loaded
          reads={{ read }}
          failed={`${t('failed')}.`}
          waiting={
            <div className="grid gap-4 md:grid-cols-2">
              <Skeleton className="h-96" />
              <Skeleton className="h-96" />
            </div>
          }
        >
          {({ read: shown }) => <Shown fees={shown} />}
        </Loaded>
      </article>
    </Page>
  )
}
