import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { SettingSearch } from './setting-search.tsx'

/** The frame of a page of settings: its title, and whether a second person approves changes. */
export const SettingFrame = ({
  page,
  isOfTwo = false,
  children,
}: {
  page: 'general' | 'authentication' | 'email' | 'gateway' | 'tierRestrictions'
  isOfTwo?: boolean
  children: ReactNode
}) => {
  const t = useText('settings')
  return (
    <Stack>
      <PageHeader title={t(`pages.${page}`)} {...(isOfTwo && { facts: [t('ofTwo')] })} />
      <SettingSearch />
      {children}
    </Stack>
  )
}
