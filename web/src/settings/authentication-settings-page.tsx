import { changeAuthenticationSettings } from '@cardamom/contract/settings/setting-changes'
import { preloadText } from '../kernel/i18n.tsx'
import { SettingForm } from './setting-form.tsx'
import { SettingFrame } from './setting-page-parts.tsx'
import { WithSettings } from './use-setting-page.tsx'

preloadText('settings')
preloadText('recordForm')
preloadText('refusals')
preloadText('fields')

/** Passwords, waiting times and lock times: `/admin/settings/authentication`. */
export const AuthenticationSettingsPage = () => (
  <SettingFrame page="authentication" isOfTwo>
    <WithSettings page="authentication">
      {(found) => <SettingForm page="authentication" found={found} endpoint={changeAuthenticationSettings} />}
    </WithSettings>
  </SettingFrame>
)
