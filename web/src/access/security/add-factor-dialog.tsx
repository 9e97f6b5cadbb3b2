import { startEnrolment, type EnrolmentOnWire } from '@cardamom/contract/access/factors'
import type { FactorMethod } from '@cardamom/contract/access/step-up'
import { useState } from 'react'
import { ApiError, call } from '../../kernel/api.ts'
import { useText } from '../../kernel/i18n.tsx'
import { useSession } from '../../kernel/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Row, Rows } from '../../ui/list-row.tsx'
import { NoteBox } from '../../ui/note-box.tsx'
import { LoadingIndicator } from '../../ui/spinner.tsx'
import { Enrolment } from '../step-up/enrolment.tsx'
import { MailLinkNeeded } from '../step-up/mail-link-needed.tsx'
import { useWayName } from '../step-up/proof-panel.tsx'
import { wayIcon } from '../step-up/proof-task.ts'

const offered: readonly FactorMethod[] = ['passkey', 'totp', 'security_key', 'email_otp', 'sms', 'magic_link']

const Methods = ({ onPick }: { onPick: (method: FactorMethod) => void }) => {
  const t = useText('security')
  const nameOf = useWayName()
  const { user } = useSession()
  const email = user?.email ?? ''
  const explain = (method: FactorMethod) => {
    if (method === 'email_otp' || method === 'magic_link') return t(`add.${method}`, { email })
    return t(`add.${method}`)
  }
  return (
    <Rows>
      {offered.map((method) => (
        <Row
          key={method}
          icon={wayIcon(method)}
          tone={method === 'passkey' ? 'brand' : 'neutral'}
          title={nameOf(method)}
          below={explain(method)}
          onPress={() => onPick(method)}
        />
      ))}
    </Rows>
  )
}

type Now =
  | { readonly state: 'choosing'; readonly problem: string | null }
  | { readonly state: 'starting' }
  | { readonly state: 'mail-link' }
  | { readonly state: 'adding'; readonly enrolment: EnrolmentOnWire }

/** Starts an enrolment on the server, which names the factor that the provider's library may add. */
export const useEnrolment = (
  first: Now = { state: 'choosing', problem: null },
): { now: Now; start: (method: FactorMethod) => Promise<void>; back: (problem?: string) => void } => {
  const [now, setNow] = useState<Now>(first)
  const back = (problem?: string) => setNow({ state: 'choosing', problem: problem ?? null })
  const start = async (method: FactorMethod) => {
    setNow({ state: 'starting' })
    try {
      const enrolment = await call(startEnrolment, { input: { method }, errors: 'none' })
      setNow({ state: 'adding', enrolment })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'mail_link_needed') setNow({ state: 'mail-link' })
      else back(error.code === 'step_up_required' ? undefined : error.message)
    }
  }
  return { now, start, back }
}

const Inside = ({ onDone }: { onDone: () => void }) => {
  const t = useText('security')
  const { now, start, back } = useEnrolment()
  if (now.state === 'starting') return <LoadingIndicator label={t('add.start')} />
  if (now.state === 'mail-link') return <MailLinkNeeded />
  if (now.state === 'choosing') {
    return (
      <div className="flex flex-col gap-4">
        <p className="-mt-2 text-mute">{t('add.lead')}</p>
        {now.problem !== null && (
          <NoteBox tone="bad" role="alert">
            {now.problem}
          </NoteBox>
        )}
        <Methods onPick={(method) => void start(method)} />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <Enrolment enrolment={now.enrolment} onDone={onDone} onExpired={(problem) => back(problem)} />
      <Button fullWidth onClick={() => back()}>
        {t('add.back')}
      </Button>
    </div>
  )
}

/** Adds a factor: the person chooses a method and completes its challenge. */
export const AddFactorDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const t = useText('security')
  return (
    <Dialog open={open} size="small" onClose={onClose} title={t('add.title')}>
      <Inside onDone={onClose} />
    </Dialog>
  )
}
