import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/**
 * The login in the place of the page that asked for it: the address stays, so the person comes back to it.
 */
export const LoginHere = ({ becauseOfLink }: { becauseOfLink: boolean }) => {
  const t = useText('shell')
  const { routesByPath } = useRouter()
  const Login = (routesByPath['/login']?.options.component ?? null) as (() => ReactNode) | null
  return (
    <>
      {becauseOfLink && (
        <div className="pb-6">
          <NoteBox tone="info" title={`${t('unauthenticatedUser')}.`}>
            {t('unauthenticatedHelp')}
          </NoteBox>
        </div>
      )}
      {Login === null ? <NotFoundPage reason="signed-out" /> : <Login />}
    </>
  )
}
