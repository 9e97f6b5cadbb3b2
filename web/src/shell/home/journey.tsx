import { CreditCard, Plus, ScanFace, Store } from 'lucide-react'
import { nowMs } from '../../kernel/clock.ts'
import { capital } from '../../kernel/date-text.ts'
import { useDates } from '../../kernel/dates.tsx'
import { useText, type Text } from '../../kernel/i18n.tsx'
import { moneyText, percentText } from '../../kernel/money-text.ts'
import { Panel, SectionTitle } from '../../ui/panel.tsx'
import { Stepper, type Step } from '../../ui/stepper.tsx'
import { kindOf, lacksSomething } from '../../cards/card-appearance.ts'
import { centsOf } from '../../kernel/cents.ts'
import type { Home } from './home-facts.ts'
import { arrivals, arrivalTime } from './next-step.ts'
import { useAssetNames } from './next-step-card.tsx'

const verifiedBy: ReadonlySet<string> = new Set(['positive', 'admin_approved'])

type Options = NonNullable<Home['options']>

/** Prices of cards and the time until they are ready, from the company's list: "Virtual: free, at once." */
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

/** The smallest load, the coins that can pay it, and the fees. */
const loadDetail = (t: Text<'home'>, home: Home, assets: string): string => {
  const minimum = home.loadOptions?.limits.minimum
  const from =
    minimum === undefined || assets === '' ? [] : [t('journey.loadFrom', { min: moneyText(minimum), assets })]
  const percentOf = (speed: 'regular' | 'immediate') => {
    const offer = home.offers.find((each) => each.speed === speed)
    if (offer?.obstacle === 'not_offered') return null
    const fee = offer ?? home.fees.find((each) => each.speed === speed)
    return fee === undefined ? null : percentText(fee.feePercent)
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

const order = ['email', 'kyc', 'card', 'load'] as const
type StepKey = (typeof order)[number]

/** State and time of a step: done with its day, now, or to come. */
const useStanding = (done: Readonly<Record<StepKey, boolean>>) => {
  const t = useText('home')
  const date = useDates()
  const current = order.find((key) => !done[key])
  return (key: StepKey, doneAt: string | null | undefined): Pick<Step, 'state' | 'time'> => {
    if (done[key]) return { state: 'done', ...(doneAt ? { time: capital(date(doneAt, 'nearDay')) } : {}) }
    return key === current ? { state: 'current', time: t('journey.now') } : { state: 'to-come' }
  }
}

const useCardStep = (home: Home): Pick<Step, 'title' | 'detail'> => {
  const t = useText('home')
  const cards = useText('cards')
  const { card, options } = home
  if (card === null) return { title: t('journey.card'), detail: priceList(t, options) }
  if (card.lastDigits === null)
    return {
      title: t('journey.card'),
      detail: t(lacksSomething(card) ? 'journey.cardLacks' : 'journey.cardMaking'),
    }
  const kind = cards(`kind.${kindOf(card)}`)
  return {
    title: t('journey.cardDone'),
    detail: t('journey.cardEnding', { kind, digits: card.lastDigits }),
  }
}

const useLoadStep = (home: Home): Pick<Step, 'title' | 'detail'> => {
  const t = useText('home')
  const date = useDates()
  const assets = useAssetNames(home)
  const [onItsWay] = arrivals(home.openLoads)
  if (onItsWay === undefined) return { title: t('journey.load'), detail: loadDetail(t, home, assets) }
  const time = arrivalTime([onItsWay], nowMs())
  return {
    title: t('journey.loadWay', { amount: moneyText(onItsWay.net) }),
    detail:
      time.kind === 'by'
        ? t('journey.onCard.by', { when: date(time.at, 'day') })
        : t(`journey.onCard.${time.kind}`),
  }
}

/** The steps from registration to the first payment, each with its state and its costs. */
export const Journey = ({ home }: { home: Home }) => {
  const t = useText('home')
  const { me, kyc, card } = home
  const isEmailDone = me === null || me.emailVerifiedAt !== null
  const isVerified = kyc?.isVerified ?? false
  const done = { email: isEmailDone, kyc: isVerified, card: (card?.lastDigits ?? null) !== null, load: false }
  const standing = useStanding(done)
  const cardStep = useCardStep(home)
  const loadStep = useLoadStep(home)
  const verifiedAt = kyc?.timeline.find(({ status }) => verifiedBy.has(status))?.at
  const steps: Step[] = [
    {
      key: 'email',
      title: t(isEmailDone ? 'journey.email' : 'journey.emailTo'),
      ...standing('email', me?.emailVerifiedAt),
    },
    {
      key: 'kyc',
      icon: ScanFace,
      title: t(isVerified ? 'journey.kycDone' : 'journey.kyc'),
      ...(isVerified ? {} : { detail: t('journey.kycDetail') }),
      ...standing('kyc', verifiedAt),
    },
    { key: 'card', icon: CreditCard, ...cardStep, ...standing('card', card?.createdAt) },
    { key: 'load', icon: Plus, ...loadStep, ...standing('load', null) },
    { key: 'pay', icon: Store, state: 'to-come', title: t('journey.pay') },
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
