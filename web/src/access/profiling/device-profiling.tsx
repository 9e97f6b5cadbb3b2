import { deviceCheckPath } from '@cardamom/contract/access/device-check'
import {
  getDeviceProfiling,
  grantProfilingConsent,
  withdrawProfilingConsent,
} from '@cardamom/contract/access/device-profiling'
import type { WireOf } from '@cardamom/contract/endpoint'
import { listSecurityEvents } from '@cardamom/contract/access/security'
import { useState } from 'react'
import { useRealDates } from '../../kernel/dates.tsx'
import { useBranding } from '../../kernel/branding.ts'
import { useText } from '../../kernel/i18n.tsx'
import { useAction, useCall } from '../../kernel/query.ts'
import { toastSuccess } from '../../kernel/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Status } from '../../ui/status.tsx'

type Profiling = WireOf<typeof getDeviceProfiling>

const changes = [getDeviceProfiling, listSecurityEvents] as const
const facts = ['what', 'who', 'why', 'when', 'keep'] as const

/** The information for the consent, and the two answers side by side. */
const ConsentDialog = ({ profiling, onClose }: { profiling: Profiling; onClose: () => void }) => {
  const t = useText('deviceProfiling')
  const { name: company } = useBranding()
  const { service, textVersion } = profiling
  const allow = useAction(grantProfilingConsent, {
    changes,
    // The device check is a separate document, so the browser navigates to it and returns here afterwards.
    onDone: () => location.assign(`${deviceCheckPath}?next=${encodeURIComponent(location.pathname)}`),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      busy={allow.isPending}
      title={t('dialogTitle')}
      lead={t('lead')}
      actions={
        <>
          <Button onClick={onClose}>{t('refuse')}</Button>
          <Button
            variant="primary"
            busy={allow.isPending}
            onClick={() => allow.mutate({ input: { textVersion } })}
          >
            {t('allow')}
          </Button>
        </>
      }
    >
      <dl className="flex flex-col gap-3">
        {facts.map((fact) => (
          <div key={fact} className="grid gap-x-4 md:grid-cols-[5.5rem_1fr]">
            <dt className="font-semibold">{t(`consent.${fact}`)}</dt>
            <dd className="text-mute wrap-anywhere">{t(`consent.${fact}Text`, { service, company })}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

const WithdrawButton = () => {
  const t = useText('deviceProfiling')
  const withdraw = useAction(withdrawProfilingConsent, {
    changes,
    onDone: () => toastSuccess(t('withdrawn')),
  })
  return (
    <Button size="small" busy={withdraw.isPending} onClick={() => withdraw.mutate({})}>
      {t('withdraw')}
    </Button>
  )
}

/**
 * Device profiling (product §1): offered only where the company uses it. A person who allowed it can end it
 * at any time.
 */
export const DeviceProfiling = () => {
  const t = useText('deviceProfiling')
  const date = useRealDates()
  const { name: company } = useBranding()
  const { data } = useCall(getDeviceProfiling, {})
  const [isReading, setReading] = useState(false)
  if (data === undefined || (!data.offered && !data.consented)) return null
  const { offered, consented, decidedAt } = data
  return (
    <Panel title={t('title')}>
      <div className="flex flex-col gap-3">
        <p className="text-mute md:text-base">{consented ? t('onLead') : t('lead')}</p>
        {consented && !offered && <p className="md:text-base">{t('notOffered', { company })}</p>}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Status tone={consented && offered ? 'good' : 'neutral'}>
            {consented && decidedAt !== null ? t('on', { at: date(decidedAt, 'day') }) : t('off')}
          </Status>
          {consented ? (
            <WithdrawButton />
          ) : (
            <Button size="small" onClick={() => setReading(true)}>
              {t('read')}
            </Button>
          )}
        </div>
      </div>
      {isReading && <ConsentDialog profiling={data} onClose={() => setReading(false)} />}
    </Panel>
  )
}
