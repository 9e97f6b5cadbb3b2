import type { CardOnWire } from '@cardamom/contract/cards'
import { now } from '../../kernel/clock.ts'
import { useDates } from '../../kernel/dates.tsx'
import { useText } from '../../kernel/i18n.tsx'
import { moneyText } from '../../kernel/money-text.ts'
import { hasPage } from '../../kernel/router.tsx'
import { useSession } from '../../kernel/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { NextStep as StepBox } from '../../ui/page-parts.tsx'
import { usePause } from '../../cards/pause-card.ts'
import type { Home } from './home-facts.ts'
import type { NextStep } from './next-step.ts'
import { stepText, type StepText } from './step-text.ts'

/** `USDC`, `USDC or USDT`, `USDC, USDT or DAI`. */
export const useAssetNames = (home: Home): string => {
  const t = useText('home')
  const names = [...new Set((home.loadOptions?.assets ?? []).map(({ symbol }) => symbol))]
  const last = names.at(-1) ?? ''
  const before = names.slice(0, -1).join(', ')
  return before === '' ? last : t('journey.or', { first: before, second: last })
}

const ResumeButton = ({ card }: { card: CardOnWire }) => {
  const t = useText('home')
  const { isBusy, press } = usePause(card)
  return (
    <Button variant="primary" fullWidth busy={isBusy} onClick={press}>
      {t('step.card.resume')}
    </Button>
  )
}

const StepAction = ({ step, texts }: { step: NextStep; texts: StepText }) => {
  if (step.kind === 'card' && step.state === 'paused') return <ResumeButton card={step.card} />
  const { action, isPrimary } = texts
  if (action === null) return null
  return (
    <ButtonLink
      to={action.to}
      {...(action.search === undefined ? {} : { search: action.search })}
      variant={isPrimary ? 'primary' : 'outline'}
      fullWidth
    >
      {action.word}
    </ButtonLink>
  )
}

/** The next thing to do; where there is none, nothing is shown (ux §2). */
export const NextStepCard = ({ home }: { home: Home }) => {
  const t = useText('home')
  const date = useDates()
  const { user } = useSession()
  const assets = useAssetNames(home)
  const { step, kyc } = home
  if (step === null) return null
  const texts = stepText(t, step, {
    email: user?.email ?? '',
    company: user?.user_company.name ?? '',
    attemptsLeft: kyc?.attempts.left ?? 0,
    isHeld: kyc?.isHeld ?? false,
    kycUntil: kyc?.sessionExpiresAt ? date(kyc.sessionExpiresAt, 'dayTime') : '',
    minimum: moneyText(home.loadOptions?.limits.minimum ?? '0.00'),
    assets,
    day: (instant) => date(instant, 'day'),
    moment: (instant) =>
      date(instant, date(instant, 'nearDay') === date(now(), 'nearDay') ? 'time' : 'dayTime'),
    canRequest: hasPage('/cards/request'),
  })
  return (
    <StepBox eyebrow={texts.eyebrow} title={texts.title} action={<StepAction step={step} texts={texts} />}>
      {texts.body}
    </StepBox>
  )
}
