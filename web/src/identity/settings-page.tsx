import { useText } from '../kernel/i18n.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Preferences } from './preferences.tsx'

/** How the product speaks and looks to one. */
export const SettingsPage = () => {
  const t = useText('profile')
  return (
    <div className="max-w-160">
      <PageHeader title={t('settings.title')} back="/profile" />
      <Panel>
        <Preferences />
      </Panel>
    </div>
  )
}
