import { lockSession } from '@cardamom/contract/access'
import { useEffect } from 'react'
import { ApiError, call } from '../../kernel/api.ts'
import { noteLocked } from '../../kernel/lock.ts'
import { useGo } from '../../kernel/router.tsx'

/** `/lock`: locks at once, over the home page (design ux). */
export const LockPage = () => {
  const go = useGo()
  useEffect(() => {
    call(lockSession, { errors: 'quiet' }).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
    })
    noteLocked()
    go('/', { replace: true })
  }, [go])
  return null
}
