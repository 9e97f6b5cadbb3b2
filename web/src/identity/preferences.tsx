import { getMe } from '@cardamom/contract/identity'
import { useRef, useSyncExternalStore, type ReactNode } from 'react'
import { ApiError } from '../kernel/api.ts'
import { switchLocale, useLocale, useText } from '../kernel/i18n.tsx'
import type { Locale } from '../kernel/locale.ts'
import { queryClient } from '../kernel/query.ts'
import { schemeStore, setScheme, type Scheme } from '../kernel/theme.ts'
import { toastError } from '../kernel/toasts.ts'
import { Segmented } from '../ui/choice.tsx'
import { saveOwn } from './save-own.ts'
import { TimeZoneChoice } from './time-zone-choice.tsx'

const schemes: readonly Scheme[] = ['light', 'dark', 'system']
const languages: readonly { readonly value: Locale; readonly label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Español' },
]

const Preference = ({ title, hint, children }: { title: string; hint: string; children: ReactNode }) => (
  <div>
    <p className="font-medium">{title}</p>
    <p className="pb-2 text-base text-mute md:text-sm">{hint}</p>
    {children}
  </div>
)

/** Language, time zone and theme. All are active at once; the first two also apply to files and mails. */
export const Preferences = () => {
  const t = useText('profile')
  const locale = useLocale()
  const scheme = useSyncExternalStore(schemeStore.listen, schemeStore.read)
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const chooseLanguage = (next: Locale) => {
    void switchLocale(next)
    const before = saving.current
    saving.current = (async () => {
      await before
      try {
        await saveOwn({ locale: next })
        await queryClient.invalidateQueries({ queryKey: [getMe.path] })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        toastError(t('settings.notSaved'))
      }
    })()
  }
  return (
    <div className="flex flex-col gap-6">
      <Preference title={t('settings.language')} hint={t('settings.languageHelp')}>
        <Segmented
          label={t('settings.language')}
          name="language"
          segments={languages}
          value={locale}
          onChange={chooseLanguage}
        />
      </Preference>
      <Preference title={t('settings.timeZone')} hint={t('settings.timeZoneHelp')}>
        <TimeZoneChoice />
      </Preference>
      <Preference title={t('settings.appearance')} hint={t('settings.appearanceHelp')}>
        <Segmented
          label={t('settings.appearance')}
          name="look"
          segments={schemes.map((value) => ({ value, label: t(`settings.appearances.${value}`) }))}
          value={scheme}
          onChange={setScheme}
        />
      </Preference>
    </div>
  )
}
