import { lockPresets } from '@cardamom/contract/settings/setting-pages'
import { useText } from '../kernel/i18n.tsx'
import { Button } from '../ui/button.tsx'
import type { RecordFormState } from '../ui/record-form.tsx'
import { durationText } from './duration-text.ts'

/** Fills the three times of the lock screen; they are sent like any change. */
export const LockPresets = ({ form, disabled }: { form: RecordFormState; disabled: boolean }) => {
  const t = useText('settings')
  return (
    <div role="group" aria-label={t('lockPresets.title')} className="flex flex-col gap-2">
      <p className="text-base font-medium md:text-sm">{t('lockPresets.title')}</p>
      <div className="flex flex-wrap gap-2">
        {lockPresets.map(({ name, ...times }) => (
          <Button
            key={name}
            disabled={disabled}
            onClick={() => {
              for (const [key, seconds] of Object.entries(times))
                form.setValue(key, durationText(seconds), { shouldDirty: true })
            }}
          >
            {t(`lockPresets.${name}`)}
          </Button>
        ))}
      </div>
    </div>
  )
}
