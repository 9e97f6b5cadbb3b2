import { useEffect } from 'react'
import { useGo } from '../../kernel/router.tsx'
import { currentSession } from '../../kernel/session.ts'
import { lockNow } from './lock-session.ts'

/** `/lock` locks at once, over the person's home page (ux §2). Signed-out people go to the login. */
export const LockPage = () => {
  const go = useGo()
  useEffect(() => {
    if (currentSession().state === 'signed-in') void lockNow()
    go('/', { replace: true })
  }, [go])
  return null
}
