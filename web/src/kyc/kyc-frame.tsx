import { ExternalLink } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { cx } from '../ui/cx.ts'
import { PageHeader } from '../ui/page.tsx'
import { frameMessage, renderAnswer } from './kyc-frame-message.ts'

/** The features that Veriff's own SDK allows the frame, for the session's origin only. */
const allowed =
  'autoplay; camera; microphone; fullscreen; accelerometer; magnetometer; gyroscope; picture-in-picture;'
const isMobile = () => matchMedia('(max-width: 767px), (hover: none)').matches

/** The provider's page inside ours. It closes when the person finishes or leaves. */
export const KycFrame = ({
  url,
  onSubmitted,
  onLeave,
}: {
  url: string
  onSubmitted: () => void
  onLeave: () => void
}) => {
  const t = useText('kyc')
  const frame = useRef<HTMLIFrameElement>(null)
  const [loads, setLoads] = useState(1)
  useEffect(() => {
    scrollTo({ top: 0 })
    frame.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    const onMessage = (event: MessageEvent) => {
      if (event.source !== frame.current?.contentWindow) return
      const said = frameMessage(event, url)
      if (said === 'HANDSHAKE')
        frame.current?.contentWindow?.postMessage(renderAnswer(isMobile()), event.origin)
      if (said === 'RELOAD') setLoads((count) => count + 1)
      if (said === 'SUBMITTED') onSubmitted()
      if (said === 'FINISHED' || said === 'CANCELED') onLeave()
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [url, onSubmitted, onLeave])
  return (
    <div className="flex min-h-[calc(100dvh-32px)] flex-col md:min-h-[calc(100dvh-160px)]">
      <PageHeader title={t('title')} back="/kyc/status" close />
      <iframe
        key={loads}
        ref={frame}
        src={url}
        title={t('frame.title')}
        allow={allowed}
        referrerPolicy="origin"
        className={cx(
          '-mx-5 min-h-130 grow border-y border-line bg-surface',
          'md:mx-0 md:rounded-xl md:border-x',
        )}
      />
      <p className="flex flex-wrap items-center gap-x-2 pt-2 text-base text-mute md:text-sm">
        {t('frame.notLoading')}
        <a
          href={url}
          target="_blank"
          rel="noopener"
          className={cx(
            'inline-flex min-h-11 items-center gap-1.5 font-medium text-brand-text',
            'underline-offset-4 hover:underline md:min-h-0',
          )}
        >
          <ExternalLink aria-hidden size={16} />
          {t('frame.open')}
        </a>
      </p>
    </div>
  )
}
