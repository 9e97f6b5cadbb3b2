import type { CardOnWire } from '@cardamom/contract/cards'
import { useBranding } from '../kernel/branding.ts'
import { useText } from '../kernel/i18n.tsx'
import { hasPage } from '../kernel/router.tsx'
import { useSession } from '../kernel/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Status } from '../ui/status.tsx'
import { appearanceOf } from './card-appearance.ts'

/** The person's company, which the texts about a block name. */
const useCompanyName = (): string => {
  const { user } = useSession()
  const branding = useBranding()
  return user?.user_company.name ?? branding.name
}

export const CardStatus = ({
  card,
  variant = 'pill',
}: {
  card: Pick<CardOnWire, 'explanation'>
  variant?: 'pill' | 'plain'
}) => {
  const t = useText('cards')
  return (
    <Status tone={appearanceOf(card).tone} variant={variant}>
      {t(`state.${card.explanation}`)}
    </Status>
  )
}

const forSupport: ReadonlySet<string> = new Set([
  'blocked_by_admin',
  'blocked_by_issuer',
  'blocked_for_fraud',
  'document_missing',
])

/** Link to the page where the holder, or support, can solve the problem. */
const NextStepLink = ({ explanation }: Pick<CardOnWire, 'explanation'>) => {
  const t = useText('cards')
  return explanation === 'details_missing' ? (
    <ButtonLink to="/profile/edit">{t('actions.completeProfile')}</ButtonLink>
  ) : (
    <ButtonLink to="/support">{t('actions.contact')}</ButtonLink>
  )
}

/**
 * Why a card is not simply in use, and what happens next. The holder can undo a pause, but not a block
 * (domain §6).
 */
export const CardStateNote = ({ card }: { card: CardOnWire }) => {
  const t = useText('cards')
  const company = useCompanyName()
  const { explanation } = card
  if (explanation === 'ready') return null
  const { tone } = appearanceOf(card)
  const hasNextStep =
    explanation === 'details_missing' || (forSupport.has(explanation) && hasPage('/support'))
  return (
    <NoteBox
      tone={tone}
      role="status"
      {...(hasNextStep ? { action: <NextStepLink explanation={explanation} /> } : {})}
    >
      {t(`why.${explanation}`, { company })}
    </NoteBox>
  )
}

/** Other limits were requested, and the issuer has not answered yet. */
export const LimitsUnderWay = () => {
  const t = useText('cards')
  return (
    <p role="status" className="flex items-center gap-2 text-base text-mute md:text-sm">
      <Spinner size={16} />
      {t('limits.changing')}
    </p>
  )
}
