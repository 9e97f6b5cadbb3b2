import type { CSSProperties } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { BrandMark } from '../ui/brand-mark.tsx'
import { CardArt } from '../ui/card-art.tsx'
import { Panel } from '../ui/panel.tsx'
import { contrastsOf } from './contrast.ts'

const productName = 'Cardamom'

/** The measured contrasts of a brand as sentences: "Button, light 7.6:1". */
const useContrastText = (brand: { hue: number; chroma: number }): string[] => {
  const t = useText('companySettings')
  const found = contrastsOf(brand)
  const names = ['lightButton', 'lightText', 'darkButton', 'darkText'] as const
  return names.map((name) => t(`preview.contrast.${name}`, { ratio: found[name].toFixed(1) }))
}

type PreviewBrand = {
  readonly name: string
  readonly isOwn: boolean
  readonly hue: number
  readonly chroma: number
  readonly logoUrl: string | null
}

const scopeOf = (scheme: 'light' | 'dark', { hue, chroma }: PreviewBrand) =>
  ({ '--hue': String(hue), '--chroma': String(chroma), colorScheme: scheme }) as CSSProperties

/** The button of the app and of a mail; a picture of one, not a control. */
const ButtonPicture = ({ word }: { word: string }) => (
  <span className="inline-flex min-h-9 items-center rounded-lg bg-brand px-3 py-1 text-center text-base font-semibold text-on-brand">
    {word}
  </span>
)

const AppPicture = ({ scheme, shown }: { scheme: 'light' | 'dark'; shown: PreviewBrand }) => {
  const t = useText('companySettings')
  return (
    <div
      style={scopeOf(scheme, shown)}
      className="brand-scope flex flex-col gap-4 rounded-xl border border-line bg-bg p-4 text-ink"
    >
      <div className="flex items-center gap-2.5">
        <BrandMark logoUrl={shown.logoUrl} name={shown.name} isOwn={shown.isOwn} size={28} />
        <span className="min-w-0 truncate font-semibold">{shown.name}</span>
      </div>
      <CardArt
        company={shown.name}
        logoUrl={shown.logoUrl}
        isOwn={shown.isOwn}
        hue={shown.hue}
        chroma={shown.chroma}
        name="LUCIA IBANEZ"
        lastDigits="4821"
        expiry="09/29"
        size="small"
      />
      <span className="flex flex-wrap items-center gap-3">
        <ButtonPicture word={t('preview.button')} />
        <span className="font-medium text-brand-text">{t('preview.link')}</span>
      </span>
    </div>
  )
}

/** A mail is always on white: mail programs choose its surroundings. */
const MailPicture = ({ shown }: { shown: PreviewBrand }) => {
  const t = useText('companySettings')
  return (
    <div
      style={scopeOf('light', shown)}
      className="brand-scope flex flex-col gap-3 rounded-xl border border-line bg-surface p-4 text-ink"
    >
      <div className="flex items-center gap-2.5">
        <BrandMark logoUrl={shown.logoUrl} name={shown.name} isOwn={shown.isOwn} size={28} />
        <span className="min-w-0 truncate font-semibold">{shown.name}</span>
      </div>
      <p className="text-base">{t('preview.mail', { company: shown.name })}</p>
      <span>
        <ButtonPicture word={t('preview.mailButton')} />
      </span>
    </div>
  )
}

/** How app, card and mail look with a brand, in both schemes, with the measured contrast. */
export const BrandPreview = (shown: PreviewBrand) => {
  const t = useText('companySettings')
  const ratios = useContrastText(shown)
  const named = { ...shown, name: shown.isOwn ? productName : shown.name }
  return (
    <Panel title={t('preview.title')}>
      {/* Pictures of screens: their texts are examples and no content of this page. */}
      <div aria-hidden className="grid gap-3 sm:grid-cols-2">
        <AppPicture scheme="light" shown={named} />
        <AppPicture scheme="dark" shown={named} />
        <div className="sm:col-span-2">
          <MailPicture shown={named} />
        </div>
      </div>
      <p className="pt-3 text-base text-mute md:text-sm">{t('preview.fixed')}</p>
      <ul className="num flex flex-wrap gap-x-5 gap-y-1 pt-1 text-base md:text-sm">
        {ratios.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Panel>
  )
}
