import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import { part } from '../kernel/deferred.tsx'
import { whenIdle } from '../kernel/idle.ts'
import { store } from '../kernel/signal.ts'
import { answerLeaveQuestion, leaveQuestion } from '../kernel/unsaved.ts'

const Body = part(() => import('./unsaved-dialog.tsx'), 'UnsavedDialog')

/** Loads the dialog while the page is idle, because it must also appear without a connection. */
export const preloadUnsavedQuestion = (): (() => void) => whenIdle(() => void Body.preload())

const hosts = store<readonly string[]>([])

const useIsTopHost = (): boolean => {
  const id = useId()
  useEffect(() => {
    hosts.write([...hosts.read(), id])
    return () => hosts.write(hosts.read().filter((other) => other !== id))
  }, [id])
  return useSyncExternalStore(hosts.listen, hosts.read).at(-1) === id
}

/**
 * Shows a question before typed input is lost. The page and each open dialog contain it, and only the topmost
 * shows it: otherwise a press on the question would be a press outside of the dialog, which closes the
 * dialog.
 */
export const UnsavedQuestion = () => {
  const isTop = useIsTopHost()
  const hasQuestion = useSyncExternalStore(leaveQuestion.listen, leaveQuestion.read) !== null
  const open = isTop && hasQuestion
  const [wasOpen, setWasOpen] = useState(open)
  if (open && !wasOpen) setWasOpen(true)
  return wasOpen && <Body open={open} onAnswer={answerLeaveQuestion} />
}
