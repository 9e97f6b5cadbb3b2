import type { CardOnWire } from '@cardamom/contract/cards'
import { isOwnBranding, useBranding } from '../kernel/branding.ts'
import { useText } from '../kernel/i18n.tsx'
import { useSession } from '../kernel/session.ts'
import { CardArt, embossed } from '../ui/card-art.tsx'
import { finishOf, appearanceOf } from './card-appearance.ts'

/** A card of the person, in the company's colours and in its present state. */
export const OwnCardArt = ({ card, size = 'full' }: { card: CardOnWire; size?: 'full' | 'small' }) => {
  const t = useText('cards')
  const branding = useBranding()
  const { name, hue, chroma, logoUrl } = branding
  const { art, note } = appearanceOf(card)
  return (
    <CardArt
      company={name}
      logoUrl={logoUrl}
      isOwn={isOwnBranding(branding)}
      hue={hue}
      chroma={chroma}
      finish={finishOf(card)}
      state={art}
      name={card.nameOnCard}
      lastDigits={card.lastDigits}
      expiry={card.expiry}
      size={size}
      {...(note === null || size === 'small' ? {} : { note: t(`art.${note}`) })}
    />
  )
}

/** The future card, which already has the person's name. */
export const GhostCardArt = ({ note }: { note: string }) => {
  const branding = useBranding()
  const { name, hue, chroma, logoUrl } = branding
  const { user } = useSession()
  const holder = user === null ? '' : embossed(`${user.first_name} ${user.last_name}`.trim())
  return (
    <CardArt
      company={name}
      logoUrl={logoUrl}
      isOwn={isOwnBranding(branding)}
      hue={hue}
      chroma={chroma}
      finish="virtual"
      state="ghost"
      name={holder}
      note={note}
    />
  )
}
