import {
  startRecoverySelfie,
  cancelFactorRecovery,
  completeFactorRecovery,
  readFactorRecovery,
} from '@cardamom/contract/access/factor-recovery'
import type { WireOf } from '@cardamom/contract/endpoint'
import { CircleCheck, Hourglass, LifeBuoy, Link2Off, ScanFace, ShieldX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { nowMs } from '../../kernel/clock.ts'
import { useDates } from '../../kernel/dates.tsx'
import { preloadText, useText } from '../../kernel/i18n.tsx'
import { useAction, useCall } from '../../kernel/query.ts'
import { usePathParam } from '../../kernel/router.tsx'
import { useTitle } from '../../kernel/title.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { NoteBox } from '../../ui/note-box.tsx'
import { Outcome } from '../../ui/outcome.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { LoadingIndicator } from '../../ui/spinner.tsx'
import { UncheckedLink } from '../../ui/unchecked-link.tsx'

// Preloads what the page needs after its data has come: a text that loads later would hide the page again.
preloadText('refusals')

type Recovery = WireOf<typeof readFactorRecovery>
type Step = { readonly recovery: Recovery; readonly token: string }

const changes = [readFactorRecovery] as const

const LogIn = () => {
  const t = useText('factorRecovery')
  return (
    <ButtonLink to="/login" variant="primary" fullWidth>
      {t('logIn')}
    </ButtonLink>
  )
}

const Stop = ({ token }: { token: string }) => {
  const t = useText('factorRecovery')
  const stop = useAction(cancelFactorRecovery, { changes })
  return (
    <Button
      variant="danger"
      fullWidth
      busy={stop.isPending}
      onClick={() => stop.mutate({ params: { token } })}
    >
      {t('stop')}
    </Button>
  )
}

const Problem = ({ children }: { children: ReactNode }) => (
  <NoteBox tone="bad" role="alert">
    {children}
  </NoteBox>
)

const Mailed = ({ recovery, token }: Step) => {
  const t = useText('factorRecovery')
  const start = useAction(startRecoverySelfie, { changes, errors: 'none' })
  return (
    <Outcome
      icon={LifeBuoy}
      title={t('title')}
      actions={
        <>
          {start.error && <Problem>{start.error.message}</Problem>}
          <Button
            variant="primary"
            icon={ScanFace}
            fullWidth
            busy={start.isPending}
            onClick={() => start.mutate({ params: { token } })}
          >
            {t('start')}
          </Button>
          <Stop token={token} />
        </>
      }
    >
      <p>{t('for', { hint: recovery.hint })}</p>
      <p>{t('mailed')}</p>
    </Outcome>
  )
}

const Selfie = ({ recovery, token, onAgain }: Step & { onAgain: () => void }) => {
  const t = useText('factorRecovery')
  return (
    <Outcome
      icon={ScanFace}
      title={t('selfieTitle')}
      actions={
        <>
          {recovery.selfieUrl !== null && (
            <Button
              variant="primary"
              icon={ScanFace}
              fullWidth
              onClick={() => location.assign(recovery.selfieUrl ?? '/')}
            >
              {t('selfieGo')}
            </Button>
          )}
          <Button fullWidth onClick={onAgain}>
            {t('selfieAgain')}
          </Button>
          <Stop token={token} />
        </>
      }
    >
      <p>{t('selfieBody')}</p>
    </Outcome>
  )
}

const Waiting = ({ recovery, token }: Step) => {
  const t = useText('factorRecovery')
  const date = useDates()
  const finish = useAction(completeFactorRecovery, { changes, errors: 'none' })
  const [openedMs] = useState(nowMs)
  const readyAt = recovery.readyAt
  const isReady = readyAt !== null && new Date(readyAt).getTime() <= openedMs
  return (
    <Outcome
      icon={Hourglass}
      title={t(isReady ? 'readyTitle' : 'waitingTitle')}
      actions={
        <>
          {finish.error && <Problem>{finish.error.message}</Problem>}
          {isReady && (
            <Button
              variant="primary"
              fullWidth
              busy={finish.isPending}
              onClick={() => finish.mutate({ params: { token } })}
            >
              {t('finish')}
            </Button>
          )}
          <Stop token={token} />
        </>
      }
    >
      <p>{t('for', { hint: recovery.hint })}</p>
      <p>
        {isReady
          ? t('readyBody')
          : t('waitingBody', { at: readyAt === null ? '' : date(readyAt, 'dayTime') })}
      </p>
    </Outcome>
  )
}

const endings = {
  done: { icon: CircleCheck, tone: 'good', title: 'doneTitle', body: 'doneBody' },
  cancelled: {
    icon: ShieldX,
    tone: 'warn',
    title: 'cancelledTitle',
    body: 'cancelledBody',
  },
  failed: { icon: ShieldX, tone: 'warn', title: 'failedTitle', body: 'failedBody' },
} as const

const Ended = ({ status }: { status: keyof typeof endings }) => {
  const t = useText('factorRecovery')
  const { icon, tone, title, body } = endings[status]
  return (
    <Outcome icon={icon} tone={tone} title={t(title)} actions={<LogIn />}>
      <p>{t(body)}</p>
    </Outcome>
  )
}

const Expired = () => {
  const t = useText('factorRecovery')
  const refused = useText('refusals')
  return (
    <Outcome icon={Link2Off} tone="warn" title={refused('link_expired')} actions={<LogIn />}>
      <p>{t('expired')}</p>
    </Outcome>
  )
}

/** Recovery of lost factors: its state and the next step (permissions §3). */
export const FactorRecoveryPage = () => {
  const t = useText('factorRecovery')
  const token = usePathParam('token')
  const read = useCall(readFactorRecovery, { params: { token } })
  useTitle(t('title'))
  return (
    <Loaded
      reads={{ read }}
      waiting={<LoadingIndicator label={t('checking')} />}
      failed={({ error, again }) =>
        error.code === 'link_expired' ? <Expired /> : <UncheckedLink error={error} again={again} />
      }
    >
      {({ read: recovery }) => {
        const step = { recovery, token }
        if (recovery.status === 'mailed') return <Mailed {...step} />
        if (recovery.status === 'selfie') return <Selfie {...step} onAgain={() => void read.refetch()} />
        if (recovery.status === 'waiting') return <Waiting {...step} />
        return <Ended status={recovery.status} />
      }}
    </Loaded>
  )
}
