import type { WireOf } from '@cardamom/contract/endpoint'
import type { quoteLoad } from '@cardamom/contract/loads'
import { CalendarCheck, CircleAlert, Zap } from 'lucide-react'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { coinText, moneyText, percentText } from '../kernel/money-text.ts'
import { ChoiceCard } from '../ui/choice.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Panel } from '../ui/panel.tsx'
import { rateText } from '../ui/payments/load-wire.ts'

export type Quote = WireOf<typeof quoteLoad>
export type Offer = Quote['offers'][number]
export type Speed = Offer['speed']

type Limits = { minimum: string; maximum: string; leftToday: string }

/** Why a speed is not available, and what is possible instead. */
export const useObstacleText = (limits: Limits) => {
  const t = useText('loads')
  return ({ obstacle, leftToday }: Offer): string | null =>
    obstacle === null
      ? null
      : t(`obstacle.${obstacle}`, {
          min: moneyText(limits.minimum, {}),
          max: moneyText(limits.maximum, {}),
          left: moneyText(limits.leftToday, {}),
          emergency: moneyText(leftToday ?? '0.00', {}),
        })
}

/** The two speeds, each with its net, fee and dates. A speed that is not available says why. */
export const LoadOffers = ({
  quote,
  limits,
  speed,
  onChange,
}: {
  quote: Quote
  limits: Limits
  speed: Speed
  onChange: (speed: Speed) => void
}) => {
  const t = useText('loads')
  const date = useDates()
  const obstacleText = useObstacleText(limits)
  return (
    <div role="radiogroup" aria-label={t('speed')} className="flex flex-col gap-2">
      {quote.offers.map((offer) => {
        const isRegular = offer.speed === 'regular'
        const obstacle = obstacleText(offer)
        const condition = isRegular
          ? t('atTheLatest', { when: date(offer.latestAt, 'dayTime') })
          : t('leftToday', { amount: moneyText(offer.leftToday ?? '0.00', {}) })
        return (
          <ChoiceCard
            key={offer.speed}
            name="speed"
            value={offer.speed}
            checked={speed === offer.speed}
            disabled={offer.obstacle !== null}
            onChange={() => onChange(offer.speed)}
            title={t(offer.speed)}
            bold={moneyText(offer.net, {})}
            detail={isRegular ? t('usually', { when: date(offer.usualAt, 'inSentence') }) : t('withinMinute')}
            valueDetail={t('fee', { fee: moneyText(offer.fee, {}) })}
            condition={obstacle ?? condition}
            conditionIcon={obstacle ? CircleAlert : isRegular ? CalendarCheck : Zap}
          />
        )
      })}
    </div>
  )
}

/** The amount to send, the rate and the fee. The net is the bold number. */
export const OfferSums = ({ quote, offer }: { quote: Quote; offer: Offer }) => {
  const t = useText('loads')
  const { symbol } = quote.asset
  const spread = /^0(\.0+)?$/.test(quote.spreadPercent)
    ? t('rateAtMarket')
    : t('rateBelow', { mid: rateText(quote.midRate), spread: percentText(quote.spreadPercent) })
  return (
    <Panel>
      <KvRows>
        <KvRow name={t('youSend')}>{coinText({ amount: quote.due, asset: symbol })}</KvRow>
        <KvRow name={t('rate')} below={spread}>
          {t('oneIs', { asset: symbol, rate: rateText(quote.rate) })}
        </KvRow>
        <KvRow name={t('loadFee', { percent: percentText(offer.feePercent) })}>
          {moneyText(`-${offer.fee}`, {})}
        </KvRow>
        <KvRow name={t('onYourCard')} total>
          {moneyText(offer.net, {})}
        </KvRow>
      </KvRows>
    </Panel>
  )
}
