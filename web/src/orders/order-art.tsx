import { isOwnBranding, useBranding } from '../kernel/branding.ts'
import { CardArt, embossed, type CardFinish } from '../ui/card-art.tsx'

/** The ordered card in the company's colours, with its name as embossed. */
export const OrderArt = ({
  finish,
  name,
  note,
}: {
  finish: 'plastic' | 'metal' | null
  name: string
  note?: string
}) => {
  const branding = useBranding()
  const { name: company, hue, chroma, logoUrl } = branding
  const shown: CardFinish = finish ?? 'virtual'
  return (
    <CardArt
      company={company}
      logoUrl={logoUrl}
      isOwn={isOwnBranding(branding)}
      hue={hue}
      chroma={chroma}
      finish={shown}
      state={note === undefined ? 'active' : 'pending'}
      name={embossed(name)}
      {...(note === undefined ? {} : { note })}
    />
  )
}
