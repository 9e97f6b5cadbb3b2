import { Clock, RefreshCcw, ShieldX, TimerOff } from 'lucide-react'
import { countryName } from '../kernel/country-names.ts'
import { cityOf, useTimeZone } from '../kernel/dates.tsx'
import { useLocale, useText, type Text } from '../kernel/i18n.tsx'
import { DateText } from '../ui/money.tsx'
import { Panel, SectionTitle } from '../ui/panel.tsx'
import { Stepper, type Step } from '../ui/stepper.tsx'
import type { Kyc } from './kyc-start.ts'

type KycStep = Kyc['timeline'][number]

const icons: Partial<Record<KycStep['status'], Step['icon']>> = {
  resubmitted: RefreshCcw,
  declined: ShieldX,
  admin_rejected: ShieldX,
  expired: TimerOff,
  abandoned: TimerOff,
}
const goesOn: ReadonlySet<KycStep['status']> = new Set([
  'created',
  'started',
  'submitted',
  'needs_review',
  'reset',
])

/**
 * Steps that ended a check without an approval. They are never shown as done, also when a later attempt
 * continues.
 */
const ends: Partial<Record<KycStep['status'], Step['state']>> = {
  declined: 'failed',
  admin_rejected: 'failed',
  expired: 'stopped',
  abandoned: 'stopped',
}

const stateOf = (step: KycStep, isLatest: boolean): Step['state'] => {
  const end = ends[step.status]
  if (end === 'failed') return end
  if (!isLatest) return end ?? 'done'
  if (icons[step.status]) return 'attention'
  return goesOn.has(step.status) ? 'current' : 'done'
}

const documentTypes = ['PASSPORT', 'ID_CARD', 'DRIVERS_LICENSE', 'RESIDENCE_PERMIT'] as const

/** "ID card, Peru, ending in 417", from the parts that are known. */
const useDocumentText = () => {
  const t = useText('kyc')
  const locale = useLocale()
  return ({ type, country, ending }: NonNullable<KycStep['document']>): string => {
    const known = documentTypes.find((each) => each === type)
    const name = known ? t(`document.${known}`) : t('form.documentType')
    const isCountry = country !== null && /^[A-Z]{2}$/.test(country)
    const described = isCountry
      ? t('timeline.source', { document: name, country: countryName({ code: country, locale }) })
      : name
    return ending === null ? described : t('timeline.ending', { document: described, ending })
  }
}

const detailOf = (
  step: KycStep,
  about: { t: Text<'kyc'>; documentText: ReturnType<typeof useDocumentText> },
): string | undefined => {
  const { t, documentText } = about
  if (step.reason !== null) {
    return step.status === 'needs_review' ? t('reviewReason') : t(`reason.${step.reason}`)
  }
  if (step.status !== 'submitted' || step.attempt === null) return undefined
  const attempt = String(step.attempt)
  return step.document
    ? t('timeline.attempt', { attempt, document: documentText(step.document) })
    : t('timeline.attemptOnly', { attempt })
}

/**
 * The history of the check, newest first, with exact states and times. Nothing is shown before the first
 * step.
 */
export const Timeline = ({ kyc }: { kyc: Kyc }) => {
  const t = useText('kyc')
  const zone = useTimeZone()
  const documentText = useDocumentText()
  const steps = kyc.timeline.map((step, at): Step => ({
    key: step.id,
    state: stateOf(step, at === 0),
    icon: icons[step.status] ?? Clock,
    title: t(`status.${step.status}`),
    time: <DateText value={step.at} variant="near" />,
    detail: detailOf(step, { t, documentText }),
  }))
  if (steps.length === 0) return null
  return (
    <>
      <SectionTitle>{t('timeline.title')}</SectionTitle>
      <Panel>
        <Stepper steps={steps} direction="newest-first" />
        <p className="pt-3 text-sm text-mute">{t('timeline.zone', { zone: cityOf(zone) })}</p>
      </Panel>
    </>
  )
}
