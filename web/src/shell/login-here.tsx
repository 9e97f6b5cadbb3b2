import { createElement } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { pageOf } from '../kernel/router.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/**
 * The login, shown instead of the page that needs it. The address stays, so the person returns to the page
 * after the login.
 */
export const LoginHere = ({ becauseOfLink }: { becauseOfLink: boolean }) => {
  const t = useText('shell')
  const login = pageOf('/login')
  return (
    <>
      {becauseOfLink && (
        <div className="pb-6">
          <NoteBox tone="info" title={`${t('unauthenticatedUser')}.`}>
            {t('unauthenticatedHelp')}
          </NoteBox>
        </div>
      )}
      {login === null ? <NotFoundPage reason="signed-out" /> : createElement(login)}
    </>
  )
}
