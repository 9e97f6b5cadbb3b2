import { getMe, updateMe } from '@cardamom/contract/identity'
import { useRef, useSyncExternalStore, type ReactNode } from 'react'
import { ApiError, call, isRefusal } from '../kernel/api.ts'
import { switchLocale, useLocale, useText } from '../kernel/i18n.tsx'
import type { Locale } from '../kernel/locale.ts'
import { queryClient } from '../kernel/query.ts'
import { schemeStore, setScheme, type Scheme } from '../kernel/theme.ts'
import { toastError } from '../kernel/toasts.ts'
import { Segmented } from '../ui/choice.tsx'

const schemes: readonly Scheme[] = ['light', 'dark', 'system']
const languages: readonly { readonly value: Locale; readonly label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Español' },
]

/** The language of one's mail is a part of the record; who else changed it meanwhile does not matter. */
const saveLanguage = async (locale: Locale): Promise<void> => {
  for (const isLast of [false, true]) {
    const { version } = await call(getMe, { errors: 'quiet' })
    try {
      await call(updateMe, { input: { locale }, ifMatch: String(version), errors: 'quiet' })
      return
    } catch (error) {
      if (isLast || !isRefusal(error, 'record_changed')) throw error
    }
  }
}

const Preference = ({ title, hint, children }: { title: string; hint: string; children: ReactNode }) => (
  <div>
    <p className="font-medium">{title}</p>
    <p className="pb-2 text-base text-mute md:text-sm">{hint}</p>
    {children}
  </div>
)

/** Language and look: both count at once, and the language also for the mail. */
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
        await saveLanguage(next)
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
      <Preference title={t('settings.look')} hint={t('settings.lookHelp')}>
        <Segmented
          label={t('settings.look')}
          name="look"
          segments={schemes.map((value) => ({ value, label: t(`settings.looks.${value}`) }))}
          value={scheme}
          onChange={setScheme}
        />
      </Preference>
    </div>
  )
}
