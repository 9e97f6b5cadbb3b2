import { getSecurity } from '@cardamom/contract/access/security'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../kernel/api.ts'
import { elapsedMs } from '../../kernel/clock.ts'
import { countdownText } from '../../kernel/date-text.ts'
import { useText } from '../../kernel/i18n.tsx'
import { useCall } from '../../kernel/query.ts'
import { refreshSession, sessionRenewedMs } from '../../kernel/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { idleStateOf, idleTimesOf, type IdleTimes } from './idle.ts'
import { lockNow } from './lock-session.ts'
import { watchTouches } from './touches.ts'

const everyMs = 500

type IdleQuestion = { readonly what: 'lock'; readonly leftMs: number } | { readonly what: 'renewal' } | null
type Times = IdleTimes & { readonly renewAfterMs: number }

/** What the person must confirm: nothing, a touch before the screen locks, or the renewal of the session. */
const useIdle = (times: Times): { question: IdleQuestion; touch: () => void } => {
  const [question, setQuestion] = useState<IdleQuestion>(null)
  const touches = useRef<ReturnType<typeof watchTouches> | null>(null)
  useEffect(() => {
    const watch = watchTouches()
    touches.current = watch
    const check = () => {
      const idleMs = watch.idleMs()
      const state = idleStateOf(idleMs, times)
      if (state === 'over') void lockNow()
      if (state === 'warned') setQuestion({ what: 'lock', leftMs: times.lockAfterMs - idleMs })
      else setQuestion(elapsedMs() - sessionRenewedMs() >= times.renewAfterMs ? { what: 'renewal' } : null)
    }
    const timer = setInterval(check, everyMs)
    return () => {
      clearInterval(timer)
      watch.stop()
    }
  }, [times])
  const touch = () => {
    touches.current?.touch()
    // Hides the lock warning at once instead of at the next check; the renewal waits for the server's answer.
    setQuestion((now) => (now?.what === 'lock' ? null : now))
  }
  return { question, touch }
}

const Watch = ({ times }: { times: Times }) => {
  const t = useText('security')
  const [fixed] = useState(times)
  const { question, touch } = useIdle(fixed)
  const stay = () => {
    touch()
    refreshSession().catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
    })
  }
  const isLock = question?.what === 'lock'
  return (
    <Dialog
      open={question !== null}
      size="small"
      onClose={stay}
      title={t(isLock ? 'idle.title' : 'renewal.title')}
      lead={
        isLock ? (
          <span role="timer" aria-live="polite" className="num">
            {t('idle.lead', { time: countdownText(question.leftMs) })}
          </span>
        ) : (
          t('renewal.lead')
        )
      }
      actions={
        <Button variant="primary" onClick={stay}>
          {t('idle.stay')}
        </Button>
      }
    />
  )
}

/**
 * Watches for touches. It warns before the screen locks, and before the session of an active reader or writer
 * ends.
 */
export const IdleWatch = () => {
  const { data } = useCall(getSecurity, {}, { staleMs: Number.POSITIVE_INFINITY })
  if (data === undefined) return null
  const { lockAfterSeconds, renewalWarningSeconds } = data.lock
  const times = { ...idleTimesOf(lockAfterSeconds), renewAfterMs: renewalWarningSeconds * 1000 }
  return <Watch key={`${lockAfterSeconds} ${renewalWarningSeconds}`} times={times} />
}
