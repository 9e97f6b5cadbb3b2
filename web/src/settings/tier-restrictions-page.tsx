import { changeTierRestrictions } from '@cardamom/contract/settings/setting-changes'
import { preloadText } from '../kernel/i18n.tsx'
import { SettingForm } from './setting-form.tsx'
import { SettingFrame } from './setting-page-parts.tsx'
import type { Restriction } from './setting-value.ts'
import { TierMatrix } from './tier-matrix.tsx'
import { WithSettings } from './use-setting-page.tsx'

preloadText('settings')
preloadText('recordForm')
preloadText('refusals')
preloadText('fields')

/** Which modules companies of a tier have: `/admin/settings/tier-restrictions`. */
export const TierRestrictionsPage = () => (
  <SettingFrame page="tierRestrictions" isOfTwo>
    <WithSettings page="tier-restrictions">
      {(found) => (
        <SettingForm page="tier-restrictions" found={found} endpoint={changeTierRestrictions}>
          {({ form, mayChange }) => (
            <TierMatrix
              form={form}
              saved={(found.settings[0]?.value ?? []) as Restriction[]}
              disabled={!mayChange}
            />
          )}
        </SettingForm>
      )}
    </WithSettings>
  </SettingFrame>
)
