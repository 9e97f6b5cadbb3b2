import { useCallback, useEffect, useRef, useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Ring, useCountdown } from '../ui/ring.tsx'

const shownMs = 30_000
/** Height of the issuer's page at every width, until the page reports its own. */
const lowestPx = 148
const highestPx = 360
const checkEveryMs = 400

type FrameMessage = { readonly event: string; readonly height: number | null }

/**
 * Messages of the issuer's page. The sandboxed page has no origin, so the window of the sender is checked.
 */
const frameMessageOf = (message: MessageEvent, frame: HTMLIFrameElement | null): FrameMessage | null => {
  if (frame === null || message.source !== frame.contentWindow) return null
  const data: unknown = message.data
  if (typeof data !== 'object' || data === null || !('event' in data)) return null
  const height = 'height' in data && typeof data.height === 'number' ? data.height : null
  return { event: String(data.event), height }
}

/** Calls `onAway` when the person goes to another tab, window, app or page. */
const useAwayListener = (frame: { readonly current: HTMLIFrameElement | null }, onAway: () => void) => {
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') onAway()
    }
    // After a press inside the frame this window has no focus, although the person is still here.
    const onBlur = () => {
      if (document.activeElement !== frame.current) onAway()
    }
    const timer = setInterval(() => {
      if (!document.hasFocus()) onAway()
    }, checkEveryMs)
    addEventListener('blur', onBlur)
    addEventListener('pagehide', onAway)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      clearInterval(timer)
      removeEventListener('blur', onBlur)
      removeEventListener('pagehide', onAway)
      document.removeEventListener('visibilitychange', onHidden)
    }
  }, [frame, onAway])
}

const HidesIn = ({ onEnd }: { onEnd: () => void }) => {
  const t = useText('cards')
  const leftMs = useCountdown({ wholeMs: shownMs, onEnd })
  return (
    <>
      <Ring leftMs={leftMs} wholeMs={shownMs} />
      <span className="min-w-0">{t('reveal.hidesIn', { seconds: Math.ceil(leftMs / 1000) })}</span>
    </>
  )
}

/**
 * The issuer's page with number, expiry and CVV instead of the card art. It has another origin, gets no
 * referrer, and is sandboxed. It closes after 30 s, when the person leaves, and with the page around it.
 */
export const RevealFrame = ({ url, onEnd }: { url: string; onEnd: (how: 'hidden' | 'gone') => void }) => {
  const t = useText('cards')
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(lowestPx)
  const [isOpen, setOpen] = useState(false)
  const hide = useCallback(() => onEnd('hidden'), [onEnd])
  useAwayListener(frame, hide)
  useEffect(() => {
    const onMessage = (message: MessageEvent) => {
      const received = frameMessageOf(message, frame.current)
      if (received === null) return
      if (received.height !== null) setHeight(Math.min(Math.max(received.height, lowestPx), highestPx))
      if (received.event === 'hidden') hide()
      if (received.event === 'expired') onEnd('gone')
      if (received.event === 'revealed') setOpen(true)
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [hide, onEnd])
  return (
    <div className="max-w-100">
      <div className="overflow-hidden rounded-2xl border-2 border-brand bg-surface">
        <iframe
          ref={frame}
          src={url}
          title={t('reveal.frame')}
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
          onLoad={() => setOpen(true)}
          style={{ height }}
          className="block w-full"
        />
      </div>
      <p className="num flex min-h-13 items-center justify-center gap-3 pt-3 text-base text-balance text-mute">
        {isOpen ? <HidesIn onEnd={hide} /> : t('reveal.opening')}
      </p>
    </div>
  )
}
