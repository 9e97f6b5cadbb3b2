import { changeGeneralSettings } from '@cardamom/contract/settings/setting-changes'
import { preloadText } from '../kernel/i18n.tsx'
import { SettingForm } from './setting-form.tsx'
import { SettingFrame } from './setting-page-parts.tsx'
import { WithSettings } from './use-setting-page.tsx'

preloadText('settings')
preloadText('recordForm')
preloadText('refusals')
preloadText('fields')

/** Countries, holidays, identity checks and the issuer's fees: `/admin/settings/general`. */
export const GeneralSettingsPage = () => (
  <SettingFrame page="general">
    <WithSettings page="general">
      {(found) => <SettingForm page="general" found={found} endpoint={changeGeneralSettings} />}
    </WithSettings>
  </SettingFrame>
)
