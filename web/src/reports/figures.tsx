import type { WireOf } from '@cardamom/contract/endpoint'
import { readActiveCards, readKycFunnel, readLoadVolume } from '@cardamom/contract/reports'
import { readTierFees } from '@cardamom/contract/reports/tier-fees'
import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { countText, moneyText, percentText } from '../kernel/money-text.ts'
import { useCan } from '../kernel/permissions.ts'
import { useCall } from '../kernel/query.ts'
import { hasPage } from '../kernel/router.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { KycFunnelPanel } from './kyc-funnel-panel.tsx'
import { loadsBetween, LoadVolumePanel } from './load-volume-panel.tsx'
import { useMinutely } from './minutely.ts'
import type { Days } from './period.ts'
import { TierFeesPanel } from './tier-fees-panel.tsx'

const HeadFigure = ({
  name,
  value,
  below,
  to,
}: {
  name: string
  value: string
  below: ReactNode
  to: string | null
}) => (
  // A list of its own: what shows while it loads may not be in a list.
  <dl className="min-w-0 p-4">
    <dt className="text-base text-mute md:text-sm">{name}</dt>
    <dd className="num">
      <span className="block text-xl font-semibold wrap-anywhere">
        {to === null ? (
          value
        ) : (
          <Link to={to} className="inline-flex min-h-11 min-w-11 items-center hover:underline md:min-h-0">
            {value}
          </Link>
        )}
      </span>
      <span className="block text-base text-mute md:text-sm">{below}</span>
    </dd>
  </dl>
)

type Volume = WireOf<typeof readLoadVolume>
const percentOf = (part: number, whole: number): string => percentText(((part / whole) * 100).toFixed(1))

const VolumeFigures = ({ volume: { total, before, from, to }, days }: { volume: Volume; days: Days }) => {
  const t = useText('adminHome')
  const [now, then] = [Number(total.gross), Number(before.gross)]
  const growth = then === 0 ? null : percentOf(now - then, then)
  const change =
    growth === null
      ? t('figures.noneBefore', { days })
      : t('figures.change', { days, percent: now > then ? `+${growth}` : growth })
  const list = loadsBetween(from, to)
  return (
    <>
      <HeadFigure
        name={t('figures.volume', { days })}
        value={moneyText(total.gross)}
        below={change}
        to={list}
      />
      <HeadFigure
        name={t('figures.fees')}
        value={moneyText(total.fees)}
        below={now === 0 ? null : t('figures.share', { percent: percentOf(Number(total.fees), now) })}
        to={list}
      />
    </>
  )
}

const CardFigures = ({ cards, days }: { cards: WireOf<typeof readActiveCards>; days: Days }) => {
  const t = useText('adminHome')
  return (
    <HeadFigure
      name={t('figures.cards')}
      value={countText(cards.active)}
      below={t('figures.activated', { count: countText(cards.activated), days })}
      to={hasPage('/admin/cards') ? '/admin/cards?status=activated&isTest=false' : null}
    />
  )
}

/** The figures that the reader's permissions include, each at most a minute old. */
export const Figures = ({ days }: { days: Days }) => {
  const t = useText('adminHome')
  const can = useCan()
  const loads = can('loads.view') === true
  const cards = can('cards.view') === true
  const kyc = can('kyc.view') === true
  const fees = can('fees.view') === true
  const of = { input: { days } }
  const volume = useCall(readLoadVolume, of, { enabled: loads, showsPrevious: true })
  const active = useCall(readActiveCards, of, { enabled: cards, showsPrevious: true })
  const funnel = useCall(readKycFunnel, of, { enabled: kyc, showsPrevious: true })
  const tierFees = useCall(readTierFees, of, { enabled: fees, showsPrevious: true })
  useMinutely(volume.refetch, loads)
  useMinutely(tierFees.refetch, fees)
  useMinutely(active.refetch, cards)
  useMinutely(funnel.refetch, kyc)
  return (
    <>
      {(loads || cards) && (
        <div className="grid rounded-xl border border-line bg-surface sm:grid-cols-3 sm:divide-x sm:divide-line2">
          {loads && (
            <Loaded reads={{ volume }} failed={t('failed')}>
              {(read) => <VolumeFigures volume={read.volume} days={days} />}
            </Loaded>
          )}
          {cards && (
            <Loaded reads={{ active }} failed={t('failed')}>
              {(read) => <CardFigures cards={read.active} days={days} />}
            </Loaded>
          )}
        </div>
      )}
      {loads && (
        <Loaded reads={{ volume }} failed={null}>
          {(read) => <LoadVolumePanel volume={read.volume} />}
        </Loaded>
      )}
      {fees && (
        <Loaded reads={{ tierFees }} failed={t('failed')}>
          {(read) => <TierFeesPanel fees={read.tierFees} />}
        </Loaded>
      )}
      {kyc && (
        <Loaded reads={{ funnel }} failed={t('failed')}>
          {(read) => <KycFunnelPanel funnel={read.funnel} days={days} />}
        </Loaded>
      )}
    </>
  )
}
