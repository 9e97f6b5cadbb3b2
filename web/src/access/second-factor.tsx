import { beginFactorRecovery } from '@cardamom/contract/account-rescue'
import type { WireOf } from '@cardamom/contract/endpoint'
import { finishSession, type createOtpSession } from '@cardamom/contract/login'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ApiError, call } from '../kernel/api.ts'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { beginSession } from '../kernel/session.ts'
import { useTitle } from '../kernel/title.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { ProofPanel } from './stepup/proof-panel.tsx'
import type { HandIn } from './stepup/proof-task.ts'
import { onTokenExpired } from './stepup/provider.ts'
import { Button, TextButton } from '../ui/button.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Checkbox } from '../ui/toggles.tsx'

export type PendingLogin = WireOf<typeof createOtpSession>

const useFinish = ({ pending, trustDevice }: { pending: PendingLogin; trustDevice: boolean }) => {
  const t = useText('login')
  const step = useText('stepUp')
  const [isExpired, setExpired] = useState(false)
  useEffect(() => onTokenExpired(() => setExpired(true)), [])
  const handIn: HandIn = async (proof) => {
    try {
      const input = { loginId: pending.loginId, proof, trustDevice }
      const { token, codesLeft } = await call(finishSession, { input, errors: 'quiet' })
      if (codesLeft !== null) toastSuccess(t('second.codesLeft', { count: codesLeft }))
      await beginSession(token)
      return null
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'ceremony_expired') setExpired(true)
      return error.message || step('failed')
    }
  }
  return { handIn, isExpired }
}

/** Who has none of the ways any more: a mail begins the recovery. */
const Lost = ({ loginId }: { loginId: string }) => {
  const t = useText('login')
  const [hint, setHint] = useState<string | null>(null)
  const ask = useAction(beginFactorRecovery, { onDone: (answer) => setHint(answer.hint) })
  if (hint !== null) {
    return (
      <NoteBox tone="good" role="status">
        {t('second.lostSent', { hint })}
      </NoteBox>
    )
  }
  return (
    <TextButton disabled={ask.isPending} onClick={() => ask.mutate({ input: { loginId } })}>
      {t('second.lost')}
    </TextButton>
  )
}

/** The second step of a login: a factor after the password, or the code that takes its place (issue of trust). */
export const SecondFactor = ({ pending, onBack }: { pending: PendingLogin; onBack: () => void }) => {
  const t = useText('login')
  const step = useText('stepUp')
  const [trustDevice, setTrust] = useState(false)
  const { handIn, isExpired } = useFinish({ pending, trustDevice })
  const isFactor = pending.step === 'factor'
  const title = t(isFactor ? 'second.title' : 'second.codeTitle')
  useTitle(title)
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h1 tabIndex={-1} className="text-xl font-semibold outline-none">
          {title}
        </h1>
        {isFactor && <p className="pt-1 text-mute">{t('second.lead')}</p>}
      </div>
      {isExpired ? (
        <NoteBox tone="warn" role="alert">
          {step('expired')}
        </NoteBox>
      ) : (
        <>
          <ProofPanel task={pending} handIn={handIn} />
          {isFactor && (
            <Checkbox checked={trustDevice} onChange={(event) => setTrust(event.target.checked)}>
              {t('second.trust')}
            </Checkbox>
          )}
        </>
      )}
      <div className="flex flex-col items-start gap-4 border-t border-line pt-5">
        {isFactor && !isExpired && <Lost loginId={pending.loginId} />}
        <Button icon={ArrowLeft} wide onClick={onBack}>
          {t('second.back')}
        </Button>
      </div>
    </div>
  )
}
