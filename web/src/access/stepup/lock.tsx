import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocked } from '../../kernel/lock.ts'
import { useSession } from '../../kernel/session.ts'

const LockScreen = lazy(async () => ({ default: (await import('./lock-screen.tsx')).LockScreen }))
const IdleWatch = lazy(async () => ({ default: (await import('./idle-watch.tsx')).IdleWatch }))

/** The page has drawn by then: the watch costs its start nothing. */
const settledMs = 3000

/** Locks the screen of a signed-in person after a while without a touch: mounted once, over any page (spec §9). */
export const Lock = () => {
  const { state, user } = useSession()
  const isLocked = useLocked()
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settledMs)
    return () => clearTimeout(timer)
  }, [])
  if (state !== 'signed-in') return null
  return (
    <Suspense fallback={null}>{isLocked ? <LockScreen user={user} /> : isSettled && <IdleWatch />}</Suspense>
  )
}
