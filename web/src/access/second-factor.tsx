import { startFactorRecovery } from '@cardamom/contract/access/factor-recovery'
import { finishSession } from '@cardamom/contract/access/login'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../kernel/api.ts'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { openSession } from '../kernel/session.ts'
import { useTitle } from '../kernel/title.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import {
  dropSavedLogin,
  goToNewPassword,
  type PendingLogin,
  rememberCodeLogin,
  type SavedLogin,
  saveLogin,
} from './pending-login.ts'
import { ProofPanel } from './step-up/proof-panel.tsx'
import type { HandIn } from './step-up/proof-task.ts'
import { onTokenExpired } from './step-up/provider.ts'
import { Button, TextButton } from '../ui/button.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { LoadingIndicator } from '../ui/spinner.tsx'
import { Checkbox } from '../ui/toggles.tsx'

const useFinish = ({
  pending,
  trustDevice,
  onNext,
}: {
  pending: PendingLogin
  trustDevice: boolean
  onNext: (next: PendingLogin) => void
}) => {
  const t = useText('login')
  const step = useText('stepUp')
  const [isExpired, setExpired] = useState(false)
  useEffect(() => onTokenExpired(() => setExpired(true)), [])
  const handIn: HandIn = async (proof) => {
    try {
      const input = { loginId: pending.loginId, proof, trustDevice }
      const { token, codesLeft, factor, newPasswordToken } = await call(finishSession, {
        input,
        errors: 'none',
      })
      if (codesLeft !== null) toastSuccess(t('second.codesLeft', { count: codesLeft }))
      if (factor !== null) onNext(factor)
      if (newPasswordToken !== null) goToNewPassword(newPasswordToken)
      if (token !== null) {
        if (pending.step === 'code') rememberCodeLogin(true)
        await openSession(token)
      }
      return null
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'challenge_expired') setExpired(true)
      return error.message || step('failed')
    }
  }
  return { handIn, isExpired }
}

/** For people who lost all factors: a mail starts the recovery. */
const Lost = ({ loginId }: { loginId: string }) => {
  const t = useText('login')
  const [hint, setHint] = useState<string | null>(null)
  const startRecovery = useAction(startFactorRecovery, { onDone: (answer) => setHint(answer.hint) })
  if (hint !== null) {
    return (
      <NoteBox tone="good" role="status">
        {t('second.lostSent', { hint })}
      </NoteBox>
    )
  }
  return (
    <TextButton
      disabled={startRecovery.isPending}
      onClick={() => startRecovery.mutate({ input: { loginId } })}
    >
      {t('second.lost')}
    </TextButton>
  )
}

/** Sends the proof that the provider's page added to the address on return, once. */
const useReturn = (returned: SavedLogin | null, handIn: HandIn) => {
  const [query, setQuery] = useQueryParams()
  const [token] = useState(() => (returned === null ? undefined : query['token']))
  const [isChecking, setChecking] = useState(token !== undefined)
  const [problem, setProblem] = useState<string | null>(null)
  const isHandedIn = useRef(false)
  useEffect(() => {
    dropSavedLogin()
    if (token === undefined || isHandedIn.current) return
    isHandedIn.current = true
    setQuery({ token: undefined })
    const check = async () => {
      setProblem(await handIn({ kind: 'token', token }))
      setChecking(false)
    }
    void check()
  }, [token])
  return { isChecking, problem }
}

/** The second step of a login: a factor after the password, or the code instead of the password. */
export const SecondFactor = ({
  pending,
  returned,
  onNext,
  onBack,
}: {
  pending: PendingLogin
  /** A login that returned from the provider's page, which had replaced this one. */
  returned: SavedLogin | null
  /** A second factor is required after the code in the mail. */
  onNext: (next: PendingLogin) => void
  onBack: () => void
}) => {
  const t = useText('login')
  const step = useText('stepUp')
  const [trustDevice, setTrust] = useState(returned?.trustDevice ?? false)
  const { handIn, isExpired } = useFinish({ pending, trustDevice, onNext })
  const { isChecking, problem } = useReturn(returned, handIn)
  const isFactor = pending.step === 'factor'
  const title = t(isFactor ? 'second.title' : 'second.codeTitle')
  useTitle(title)
  if (isChecking) return <LoadingIndicator label={step('start')} />
  const page = { mode: 'over', onLeave: () => saveLogin({ pending, trustDevice }) } as const
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h1 tabIndex={-1} className="text-xl font-semibold outline-none">
          {title}
        </h1>
        {isFactor && (
          <p className="pt-1 text-mute">
            {t(pending.factorRecovery ? 'second.lead' : 'second.leadAfterCode')}
          </p>
        )}
      </div>
      {isExpired ? (
        <NoteBox tone="warn" role="alert">
          {step('expired')}
        </NoteBox>
      ) : (
        <>
          {problem !== null && (
            <NoteBox tone="bad" role="alert">
              {problem}
            </NoteBox>
          )}
          <ProofPanel task={pending} handIn={handIn} {...(isFactor ? { page } : {})} />
          {isFactor && (
            <Checkbox checked={trustDevice} onChange={(event) => setTrust(event.target.checked)}>
              {t('second.trust')}
            </Checkbox>
          )}
        </>
      )}
      <div className="flex flex-col items-start gap-4 border-t border-line pt-5">
        {pending.factorRecovery && !isExpired && <Lost loginId={pending.loginId} />}
        <Button icon={ArrowLeft} fullWidth onClick={onBack}>
          {t('second.back')}
        </Button>
      </div>
    </div>
  )
}
