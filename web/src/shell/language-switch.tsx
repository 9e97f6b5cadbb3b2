import { switchLocale, useLocale, useText } from '../kernel/i18n.tsx'
import { cx } from '../ui/cx.ts'
import { headerText } from './frame-parts.tsx'

/** Switches to the other language without a reload. The label is in that other language. */
export const LanguageSwitch = () => {
  const locale = useLocale()
  const t = useText('shell')
  const other = locale === 'en' ? 'es' : 'en'
  return (
    <button
      type="button"
      lang={other}
      aria-label={t('language.label')}
      onClick={() => void switchLocale(other)}
      className={cx(
        'inline-flex h-11 items-center rounded-lg px-3 font-semibold hover:bg-fill md:h-9',
        headerText,
        'md:text-base',
      )}
    >
      {t('language.switchTo')}
    </button>
  )
}
