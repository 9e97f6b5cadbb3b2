import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Page, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'

/** The frame of a page of settings: its title, and whether a second person approves changes. */
export const SettingFrame = ({
  page,
  isOfTwo = false,
  children,
}: {
  page: 'general' | 'authentication' | 'tierRestrictions'
  isOfTwo?: boolean
  children: ReactNode
}) => {
  const t = useText('settings')
  return (
    <Page>
      <Stack>
        <PageHeader title={t(`pages.${page}`)} />
        {isOfTwo && <NoteBox tone="neutral" title={t('ofTwo')} />}
        {children}
      </Stack>
    </Page>
  )
}
