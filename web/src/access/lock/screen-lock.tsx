import { useEffect, useState } from 'react'
import { part } from '../../kernel/deferred.tsx'
import { impersonatedId } from '../../kernel/storage.ts'
import { useLocked } from '../../kernel/lock.ts'
import { useSession } from '../../kernel/session.ts'

/** Covers the open page, also when the lock screen's own file cannot be fetched. */
const Cover = () => <div className="fixed inset-0 z-60 bg-bg" />
const LockScreen = part(() => import('./lock-screen.tsx'), 'LockScreen', { fallback: <Cover /> })
const LockedImpersonation = part(
  () => import('../impersonation/locked-impersonation.tsx'),
  'LockedImpersonation',
  { fallback: <Cover /> },
)
const IdleWatch = part(() => import('./idle-watch.tsx'), 'IdleWatch', { silent: true })

/** The page is drawn by this time, so the watch does not slow its start. */
const settledMs = 3000

/** Locks the screen of a signed-in person after a while without a touch: mounted once, over any page (product §9). */
export const ScreenLock = () => {
  const { state, user } = useSession()
  const isLocked = useLocked()
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settledMs)
    return () => clearTimeout(timer)
  }, [])
  if (state !== 'signed-in') return null
  if (impersonatedId() !== null) return isLocked && <LockedImpersonation />
  return isLocked ? <LockScreen user={user} /> : isSettled && <IdleWatch />
}
