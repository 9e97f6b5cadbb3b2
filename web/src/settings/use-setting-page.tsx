import type { WireOf } from '@cardamom/contract/endpoint'
import { getSettingPage } from '@cardamom/contract/settings/setting-changes'
import type { SettingPageName } from '@cardamom/contract/settings/setting-pages'
import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { Loaded } from '../ui/loaded.tsx'

export type SettingPage = WireOf<typeof getSettingPage>

/** Reads the settings of a page and shows what is inside. */
export const WithSettings = ({
  page,
  children,
}: {
  page: SettingPageName
  children: (found: SettingPage) => ReactNode
}) => {
  const t = useText('settings')
  const found = useCall(getSettingPage, { params: { page } })
  return (
    <Loaded reads={{ found }} failed={t('failed')}>
      {({ found: settings }) => children(settings)}
    </Loaded>
  )
}
