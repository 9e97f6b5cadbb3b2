import { listMailTexts } from '@cardamom/contract/notifications/mail-texts'
import { changeEmailSettings } from '@cardamom/contract/settings/setting-changes'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { Loaded } from '../ui/loaded.tsx'
import { MailTexts } from './mail-texts.tsx'
import { SettingForm } from './setting-form.tsx'
import { SettingFrame } from './setting-page-parts.tsx'
import { WithSettings } from './use-setting-page.tsx'

preloadText('settings')
preloadText('mailTexts')
preloadText('recordForm')
preloadText('refusals')
preloadText('fields')

/** Sender of mails, and the texts of each kind: `/admin/settings/email`. */
export const EmailSettingsPage = () => {
  const t = useText('settings')
  const texts = useCall(listMailTexts, {})
  return (
    <SettingFrame page="email">
      <Loaded reads={{ texts }} failed={t('failed')}>
        {({ texts: { items } }) => <MailTexts items={items} />}
      </Loaded>
      <WithSettings page="email">
        {(found) => <SettingForm page="email" found={found} endpoint={changeEmailSettings} />}
      </WithSettings>
    </SettingFrame>
  )
}
