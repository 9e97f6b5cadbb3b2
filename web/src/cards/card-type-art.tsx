import { useBranding, isOwnBranding } from '../kernel/branding.ts'
import { useText } from '../kernel/i18n.tsx'
import { CardArt } from '../ui/card-art.tsx'
import type { CardType } from './use-card-type.tsx'

/** A card of this type: its picture, or a drawing in the company's colours. */
export const CardTypeArt = ({ type }: { type: Pick<CardType, 'imageUrl' | 'kind' | 'name'> }) => {
  const t = useText('cardTypes')
  const branding = useBranding()
  const { imageUrl, kind, name } = type
  if (imageUrl !== null)
    return (
      <img
        src={imageUrl}
        alt={t('pictureOf', { name })}
        className="aspect-[350/221] w-full max-w-100 rounded-2xl border border-line object-cover"
      />
    )
  return (
    <CardArt
      company={branding.name}
      logoUrl={branding.logoUrl}
      isOwn={isOwnBranding(branding)}
      hue={branding.hue}
      chroma={branding.chroma}
      finish={kind}
      name={t('holder')}
      lastDigits="4242"
      expiry="09/29"
    />
  )
}
