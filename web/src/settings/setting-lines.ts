import { settingPages, type SettingPageName } from '@cardamom/contract/settings/setting-pages'
import { useText } from '../kernel/i18n.tsx'
import type { PaletteLine } from '../shell/palette/match.ts'

const titles = {
  general: 'general',
  authentication: 'authentication',
  email: 'email',
  gateway: 'gateway',
  'tier-restrictions': 'tierRestrictions',
} as const satisfies Record<SettingPageName, string>

export type SettingLine = PaletteLine & {
  readonly page: string
  readonly search: { readonly setting: string }
}

/** Every setting as a line that is found by its name, its help text or its page, in the reader's language. */
export const useSettingLines = (): SettingLine[] => {
  const t = useText('settings')
  return (Object.keys(titles) as SettingPageName[]).flatMap((page) =>
    Object.keys(settingPages[page].settings).map((key) => {
      const name = key as 'holidays'
      return {
        id: `setting ${key}`,
        label: t(`fields.${name}`),
        keywords: t(`hints.${name}`),
        below: t(`pages.${titles[page]}`),
        page: `/admin/settings/${page}`,
        search: { setting: key },
      }
    }),
  )
}
