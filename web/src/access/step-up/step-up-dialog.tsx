import type { WireOf } from '@cardamom/contract/endpoint'
import { startStepUp, FactorMethod, makeGrant, type StepUpRequest } from '@cardamom/contract/access/step-up'
import { stepUpOperations, type StepUpOperation } from '@cardamom/contract/access/step-up-operations'
import { amountFacts, stepUpFacts, type StepUpFact } from '@cardamom/contract/access/step-up-shown'
import { useCallback, useEffect, useState } from 'react'
import { adminFact } from '../../kernel/admin-facts.ts'
import { ApiError, call } from '../../kernel/api.ts'
import { useText } from '../../kernel/i18n.tsx'
import { moneyText } from '../../kernel/money-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KvRow, KvRows } from '../../ui/kv-rows.tsx'
import { NoteBox } from '../../ui/note-box.tsx'
import { LoadingIndicator } from '../../ui/spinner.tsx'
import { ProofPanel, useWayName } from './proof-panel.tsx'
import type { HandIn } from './proof-task.ts'
import { onTokenExpired } from './provider.ts'

export type OpenStepUp = {
  readonly request: StepUpRequest
  /** The grant, or null when the person cancelled. */
  readonly answer: (grant: string | null) => void
}

const nameOf = (action: string) =>
  action in stepUpOperations ? stepUpOperations[action as StepUpOperation] : null

type Challenge = WireOf<typeof startStepUp>
type Now =
  | { readonly state: 'starting' }
  | { readonly state: 'confirming'; readonly challenge: Challenge }
  | { readonly state: 'failed'; readonly problem: string }

/** Starts the challenge, sends proofs, and goes from step to step until there is a grant. */
const useChallenge = ({ request, answer }: OpenStepUp) => {
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

const isMethod = (value: string): value is FactorMethod => FactorMethod.safeParse(value).success

const limitFacts: ReadonlySet<string> = new Set<StepUpFact>(['payment', 'day', 'month', ...amountFacts])

/** Facts of the operation, in the reader's language. */
const Facts = ({ show }: { show: Readonly<Record<string, string>> }) => {
  const t = useText('stepUp')
  const wayName = useWayName()
  const OfAdmins = adminFact.read()
  const wordOf = (fact: string) =>
    stepUpFacts.some((known) => known === fact) ? t(`fact.${fact as StepUpFact}`) : fact
  const valueOf = (fact: string, value: string) => {
    if (fact === 'method') return isMethod(value) ? wayName(value) : value
    // The person who confirms has just chosen the file.
    if (fact === 'proof') return t('attached')
    if (limitFacts.has(fact)) return value === 'none' ? t('noLimit') : moneyText(value)
    if (fact === 'otpLogin') return t(value === 'on' ? 'on' : 'off')
    if (fact !== 'lockAfterSeconds') return OfAdmins ? <OfAdmins fact={fact} value={value} /> : value
    const count = Number(value)
    return count < 60 ? t('seconds', { count }) : t('minutes', { count: count / 60 })
  }
  return (
    <KvRows>
      {Object.entries(show).map(([fact, value]) => (
        <KvRow key={fact} name={wordOf(fact)}>
          <span className="wrap-anywhere">{valueOf(fact, value)}</span>
        </KvRow>
      ))}
    </KvRows>
  )
}

/**
 * Confirms one operation (api §5): shows its facts, then requests the proof of its level. Cancelling answers
 * null, and the caller shows nothing.
 */
export const StepUpDialog = ({ request }: { request: OpenStepUp }) => {
  const t = useText('stepUp')
  const { now, start, handIn } = useChallenge(request)
  const { action, show } = request.request
  const name = nameOf(action)
  return (
    <Dialog
      open
      size="small"
      onClose={() => request.answer(null)}
      title={name === null ? t('title') : t(`operation.${name}.title`)}
      lead={name === null ? t('lead') : t(`operation.${name}.lead`)}
      actions={<Button onClick={() => request.answer(null)}>{t('notNow')}</Button>}
    >
      <div className="flex flex-col gap-4">
        {Object.keys(show).length > 0 && <Facts show={show} />}
        {now.state === 'starting' && <LoadingIndicator label={t('start')} />}
        {now.state === 'confirming' && (
          <ProofPanel task={now.challenge} handIn={handIn} page={{ mode: 'window' }} />
        )}
        {now.state === 'failed' && (
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
        )}
      </div>
    </Dialog>
  )
}
