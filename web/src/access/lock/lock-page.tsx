import { lockSession } from '@cardamom/contract/access'
import { useEffect } from 'react'
import { ApiError, call } from '../../kernel/api.ts'
import { markLocked } from '../../kernel/lock.ts'
import { useGo } from '../../kernel/router.tsx'
import { currentSession } from '../../kernel/session.ts'

/** `/lock` locks at once, over the person's home page (ux §2). Signed-out people go to the login. */
export const LockPage = () => {
  const go = useGo()
  useEffect(() => {
    if (currentSession().state === 'signed-in') {
      call(lockSession, { errors: 'none' }).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
      })
      markLocked()
    }
    go('/', { replace: true })
  }, [go])
  return null
}
