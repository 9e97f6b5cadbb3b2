import { useText } from '../kernel/i18n.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Page, Stack } from '../ui/page-parts.tsx'
import { Panel } from '../ui/panel.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { Preferences } from './preferences.tsx'

/** Language, time zone and theme of the person. */
export const SettingsPage = () => {
  const t = useText('profile')
  return (
    <Page>
      <PageHeader title={t('settings.title')} back="/profile" />
      <Stack>
        <Panel>
          <Preferences />
        </Panel>
        <NotificationSettings />
      </Stack>
    </Page>
  )
}
