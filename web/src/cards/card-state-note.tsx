import { useFace } from '../kernel/face.ts'
import { useText } from '../kernel/i18n.tsx'
import { hasPage } from '../kernel/router.tsx'
import { useSession } from '../kernel/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Status } from '../ui/status.tsx'
import { lookOf } from './card-look.ts'
import type { CardOnWire } from './card-wire.ts'

/** The company of the person, whose words those about a block are. */
const useCompanyName = (): string => {
  const { user } = useSession()
  const face = useFace()
  return user?.user_company.name ?? face.name
}

export const CardStatus = ({
  card,
  look = 'pill',
}: {
  card: Pick<CardOnWire, 'explanation'>
  look?: 'pill' | 'plain'
}) => {
  const t = useText('cards')
  return (
    <Status tone={lookOf(card).tone} look={look}>
      {t(`state.${card.explanation}`)}
    </Status>
  )
}

const blocked: ReadonlySet<string> = new Set(['blocked_by_admin', 'blocked_by_issuer', 'blocked_for_fraud'])

/**
 * Why a card is not simply in use, and what happens next: a pause is the holder's own and is undone above, a
 * block is somebody else's (domain §6).
 */
export const CardStateNote = ({ card }: { card: CardOnWire }) => {
  const t = useText('cards')
  const company = useCompanyName()
  const { explanation } = card
  if (explanation === 'ready') return null
  const { tone } = lookOf(card)
  const action =
    blocked.has(explanation) && hasPage('/support') ? (
      <ButtonLink to="/support">{t('actions.ask')}</ButtonLink>
    ) : undefined
  return (
    <NoteBox tone={tone} role="status" {...(action === undefined ? {} : { action })}>
      {t(`why.${explanation}`, { company })}
    </NoteBox>
  )
}
