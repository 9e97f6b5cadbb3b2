import type { WireOf } from '@cardamom/contract/endpoint'
import { startStepUp, makeGrant, type StepUpRequest } from '@cardamom/contract/access/step-up'
import { useCallback, useEffect, useState } from 'react'
import { ApiError, call } from '../../kernel/api.ts'
import { useText } from '../../kernel/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { NoteBox } from '../../ui/note-box.tsx'
import { LoadingIndicator } from '../../ui/spinner.tsx'
import { ProofPanel } from './proof-panel.tsx'
import type { HandIn } from './proof-task.ts'
import { onTokenExpired } from './provider.ts'

type Challenge = WireOf<typeof startStepUp>
type Now =
  | { readonly state: 'starting' }
  | { readonly state: 'confirming'; readonly challenge: Challenge }
  | { readonly state: 'failed'; readonly problem: string }

/** Starts the challenge, sends proofs, and goes from step to step until there is a grant. */
export const useChallenge = ({
  request,
  answer,
}: {
  readonly request: StepUpRequest
  readonly answer: (grant: string) => void
}) => {
  const t = useText('stepUp')
  const [now, setNow] = useState<Now>({ state: 'starting' })
  const { level, action, objectHash } = request
  const start = useCallback(async () => {
    setNow({ state: 'starting' })
    try {
      const challenge = await call(startStepUp, { input: { level, action, objectHash }, errors: 'none' })
      setNow({ state: 'confirming', challenge })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setNow({ state: 'failed', problem: error.message || t('failed') })
    }
  }, [level, action, objectHash, t])
  useEffect(() => void start(), [start])
  useEffect(() => onTokenExpired(() => setNow({ state: 'failed', problem: t('expired') })), [t])
  const handIn: HandIn = async (proof) => {
    if (now.state !== 'confirming') return null
    try {
      const input = { challengeId: now.challenge.id, proof }
      const { grant, next } = await call(makeGrant, { input, errors: 'none' })
      if (grant !== null) answer(grant)
      else if (next !== null) setNow({ state: 'confirming', challenge: next })
      return null
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'challenge_expired') setNow({ state: 'failed', problem: t('expired') })
      if (error.code === 'wrong_credentials') return t('password.wrong')
      return error.message || t('failed')
    }
  }
  return { now, start, handIn }
}

/** The proof that is needed now, or why there is none. */
export const ChallengeBody = ({ now, start, handIn }: ReturnType<typeof useChallenge>) => {
  const t = useText('stepUp')
  if (now.state === 'starting') return <LoadingIndicator label={t('start')} />
  if (now.state === 'confirming')
    return <ProofPanel task={now.challenge} handIn={handIn} page={{ mode: 'window' }} />
  return (
    <NoteBox
      tone="warn"
      role="alert"
      action={
        <Button size="small" onClick={() => void start()}>
          {t('again')}
        </Button>
      }
    >
      {now.problem}
    </NoteBox>
  )
}
