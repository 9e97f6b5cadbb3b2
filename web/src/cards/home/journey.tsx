import { CreditCard, Plus, ScanFace, Store } from 'lucide-react'
import { useDates } from '../../kernel/dates.tsx'
import { useText, type Text } from '../../kernel/i18n.tsx'
import { moneyText, percentText } from '../../kernel/money-text.ts'
import { Panel, SectionTitle } from '../../ui/panel.tsx'
import { Stepper, type Step } from '../../ui/stepper.tsx'
import { kindOf } from '../card-look.ts'
import { centsOf } from '../cents.ts'
import { useAssetNames } from './asset-names.ts'
import type { Home } from './home-facts.ts'
import { arrivals } from './next-step.ts'

type Options = NonNullable<Home['options']>

/** What cards cost and how long they take, from the company's own list: "Virtual: free, at once." */
const priceList = (t: Text<'home'>, options: Options | null): string =>
  (options?.types ?? [])
    .filter(({ isOffered, plans }) => isOffered && plans.length > 0)
    .map((type) => {
      const days = type.deliveryBusinessDays
      const price = type.plans[0]?.price ?? '0.00'
      return t('journey.price', {
        kind: t(`journey.kind.${kindOf(type)}`),
        price: centsOf(price) === 0n ? t('journey.free') : moneyText(price),
        time: days === 0 ? t('journey.atOnce') : t('journey.days', { days }),
      })
    })
    .join(' ')

/** Smallest load, what it is paid with, and the fees once there is a card to quote them for. */
const loadDetail = (t: Text<'home'>, home: Home, assets: string): string => {
  const minimum = home.loadOptions?.limits.minimum
  const from = minimum === undefined ? [] : [t('journey.loadFrom', { min: moneyText(minimum), assets })]
  const percentOf = (speed: 'regular' | 'immediate') => {
    const offer = home.offers.find((each) => each.speed === speed)
    return offer === undefined || offer.obstacle === 'not_offered' ? null : percentText(offer.feePercent)
  }
  const [regular, immediate] = [percentOf('regular'), percentOf('immediate')]
  const time =
    regular === null
      ? t('journey.loadTime')
      : immediate === null
        ? t('journey.loadFee', { regular })
        : t('journey.loadFees', { regular, immediate })
  return [...from, time].join(' ')
}

/** From registration to the first payment: what is done, where one stands, what comes and what it costs. */
export const Journey = ({ home }: { home: Home }) => {
  const t = useText('home')
  const words = useText('cards')
  const date = useDates()
  const assets = useAssetNames(home)
  const { me, kyc, card } = home
  const isEmailDone = me === null || me.emailVerifiedAt !== null
  const isVerified = kyc?.isVerified ?? false
  const isCardDone = card !== null && card.lastDigits !== null
  const [onItsWay] = arrivals(home.openLoads)
  const done = { email: isEmailDone, kyc: isVerified, card: isCardDone, load: false }
  const current = (['email', 'kyc', 'card', 'load'] as const).find((each) => !done[each])
  const stateOf = (key: keyof typeof done): Step['state'] =>
    done[key] ? 'done' : key === current ? 'current' : 'to-come'
  const timeOf = (key: keyof typeof done, doneAt: string | null | undefined) =>
    done[key] && doneAt
      ? { time: date(doneAt, 'nearDay') }
      : key === current
        ? { time: t('journey.now') }
        : {}
  const verifiedAt = kyc?.timeline.find(
    ({ status }) => status === 'positive' || status === 'admin_approved',
  )?.at
  const steps: Step[] = [
    {
      key: 'email',
      state: stateOf('email'),
      title: t(isEmailDone ? 'journey.email' : 'journey.emailTo'),
      ...timeOf('email', me?.emailVerifiedAt),
    },
    {
      key: 'kyc',
      state: stateOf('kyc'),
      icon: ScanFace,
      title: t(isVerified ? 'journey.kycDone' : 'journey.kyc'),
      ...timeOf('kyc', verifiedAt),
      ...(isVerified ? {} : { detail: t('journey.kycDetail') }),
    },
    {
      key: 'card',
      state: stateOf('card'),
      icon: CreditCard,
      title: t(isCardDone ? 'journey.cardDone' : 'journey.card'),
      ...timeOf('card', card?.createdAt),
      detail: isCardDone
        ? t('journey.cardEnding', {
            kind: words(`kind.${kindOf(card)}`),
            digits: card.lastDigits ?? '',
          })
        : card !== null
          ? t('journey.cardMaking')
          : priceList(t, home.options),
    },
    {
      key: 'load',
      state: stateOf('load'),
      icon: Plus,
      title: onItsWay ? t('journey.loadWay', { amount: moneyText(onItsWay.net) }) : t('journey.load'),
      ...timeOf('load', null),
      detail: onItsWay
        ? t('journey.loadWayBy', { when: date(onItsWay.latestAt, 'day') })
        : loadDetail(t, home, assets),
    },
    { key: 'pay', state: 'to-come', icon: Store, title: t('journey.pay') },
  ]
  return (
    <section className="flex flex-col gap-3">
      <SectionTitle>{t('journey.title')}</SectionTitle>
      <Panel>
        <Stepper steps={steps} />
      </Panel>
    </section>
  )
}
