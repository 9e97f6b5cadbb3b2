import { getImpersonation } from '@cardamom/contract/access/impersonations'
import type { WireOf } from '@cardamom/contract/endpoint'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { isSandbox, useConfig } from '../../kernel/branding.ts'
import { realNow } from '../../kernel/clock.ts'
import { countdownText } from '../../kernel/date-text.ts'
import { useText } from '../../kernel/i18n.tsx'
import { leaveImpersonation } from '../../kernel/impersonation.ts'
import { goToOwnAccount } from '../../kernel/own-account.ts'
import { useCall } from '../../kernel/query.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { useCountdown } from '../../ui/ring.tsx'

type Impersonation = NonNullable<WireOf<typeof getImpersonation>>

const Facts = ({ person, email, reason, endsAt, mayChange }: Impersonation) => {
  const t = useText('impersonation')
  const [wholeMs] = useState(() => Math.max(0, Date.parse(endsAt) - realNow().getTime()))
  const leftMs = useCountdown({ wholeMs, onEnd: goToOwnAccount })
  return (
    <>
      <p className="min-w-0 grow basis-full wrap-anywhere md:basis-48">
        <span className="md:hidden">
          {t(mayChange ? 'bannerShortChanges' : 'bannerShort', { name: person })}
        </span>
        <span className="max-md:hidden">
          {t(mayChange ? 'bannerChanges' : 'banner', { name: person, email })}
        </span>
        <span className="block text-xs max-md:hidden">{t('reason', { reason })}</span>
      </p>
      <p role="timer" className="num grow font-semibold whitespace-nowrap md:grow-0">
        {t('left', { time: countdownText(leftMs) })}
      </p>
    </>
  )
}

/** Above every page of an impersonation: whose account it is, how long it stays open, and the way back. */
export const ImpersonationBanner = () => {
  const t = useText('impersonation')
  const [isLeaving, setLeaving] = useState(false)
  const config = useConfig()
  // There is no live stream here: it is read again when the tab is shown again, and tells whether changes are allowed.
  const { data } = useCall(getImpersonation, {}, { staleMs: 0 })
  return (
    <aside
      aria-label={t('region')}
      className={cx(
        'sticky top-0 z-30 flex min-h-14 flex-wrap items-center justify-end gap-x-4 gap-y-1 bg-warn-soft px-5 py-1.5',
        'text-sm text-warn',
        isSandbox(config) && 'md:top-8',
      )}
    >
      <Eye aria-hidden size={18} className="max-md:hidden" />
      {data && <Facts {...data} />}
      <Button
        busy={isLeaving}
        onClick={() => {
          setLeaving(true)
          void leaveImpersonation()
        }}
      >
        {t('back')}
      </Button>
    </aside>
  )
}
