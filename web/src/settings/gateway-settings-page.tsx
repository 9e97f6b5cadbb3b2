import { changeGatewaySettings } from '@cardamom/contract/settings/setting-changes'
import { preloadText } from '../kernel/i18n.tsx'
import { ProviderConnections } from './provider-connections.tsx'
import { SettingForm } from './setting-form.tsx'
import { SettingFrame } from './setting-page-parts.tsx'
import { WithSettings } from './use-setting-page.tsx'

preloadText('settings')
preloadText('recordForm')
preloadText('refusals')
preloadText('fields')

/** What payers may pay with, limits of loads, and connections to providers: `/admin/settings/gateway`. */
export const GatewaySettingsPage = () => (
  <SettingFrame page="gateway" isOfTwo>
    <WithSettings page="gateway">
      {(found) => <SettingForm page="gateway" found={found} endpoint={changeGatewaySettings} />}
    </WithSettings>
    <ProviderConnections />
  </SettingFrame>
)
