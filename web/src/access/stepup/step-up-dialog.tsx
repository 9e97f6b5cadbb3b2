import type { WireOf } from '@cardamom/contract/endpoint'
import { beginStepUp, makeGrant } from '@cardamom/contract/step-up'
import { useCallback, useEffect, useState } from 'react'
import { ApiError, call } from '../../kernel/api.ts'
import { useText } from '../../kernel/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KvRow, KvRows } from '../../ui/kv-rows.tsx'
import { NoteBox } from '../../ui/note-box.tsx'
import { WaitingPlace } from '../../ui/spinner.tsx'
import { ProofPanel } from './proof-panel.tsx'
import type { HandIn } from './proof-task.ts'
import { onTokenExpired } from './provider.ts'
import type { StepUpAsked } from './step-up-asked.ts'

/** Acts that have words of their own; of the others the facts are shown as the server names them. */
const named = {
  'POST /cards/:id/reveal': 'reveal',
  'DELETE /factors/:id': 'removeFactor',
  'POST /recovery-codes': 'makeRecoveryCodes',
  'POST /factor-enrolments': 'addFactor',
  'PATCH /security': 'updateSecurity',
} as const
const nameOf = (action: string) => named[action as keyof typeof named] ?? null

type Ceremony = WireOf<typeof beginStepUp>
type Now =
  | { readonly state: 'beginning' }
  | { readonly state: 'asking'; readonly ceremony: Ceremony }
  | { readonly state: 'failed'; readonly problem: string }

/** Begins the ceremony, hands proofs in, and goes from step to step until there is a grant. */
const useCeremony = ({ request, answer }: StepUpAsked) => {
  const t = useText('stepUp')
  const [now, setNow] = useState<Now>({ state: 'beginning' })
  const { level, action, objectHash } = request
  const begin = useCallback(async () => {
    setNow({ state: 'beginning' })
    try {
      const ceremony = await call(beginStepUp, { input: { level, action, objectHash }, errors: 'quiet' })
      setNow({ state: 'asking', ceremony })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setNow({ state: 'failed', problem: error.message || t('failed') })
    }
  }, [level, action, objectHash, t])
  useEffect(() => void begin(), [begin])
  useEffect(() => onTokenExpired(() => setNow({ state: 'failed', problem: t('expired') })), [t])
  const handIn: HandIn = async (proof) => {
    if (now.state !== 'asking') return null
    try {
      const input = { ceremonyId: now.ceremony.id, proof }
      const { grant, next } = await call(makeGrant, { input, errors: 'quiet' })
      if (grant !== null) answer(grant)
      else if (next !== null) setNow({ state: 'asking', ceremony: next })
      return null
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'ceremony_expired') setNow({ state: 'failed', problem: t('expired') })
      if (error.code === 'wrong_credentials') return t('password.wrong')
      return error.message || t('failed')
    }
  }
  return { now, begin, handIn }
}

/** What is signed: the facts of the act as the server names them, in the reader's words where there are any. */
const Facts = ({ show }: { show: Readonly<Record<string, string>> }) => {
  const t = useText('stepUp')
  const wordOf = (fact: string) => {
    const key = `fact.${fact}` as Parameters<typeof t.has>[0]
    return t.has(key) ? String(t(key as 'fact.name')) : fact
  }
  return (
    <KvRows>
      {Object.entries(show).map(([fact, value]) => (
        <KvRow key={fact} name={wordOf(fact)}>
          {value}
        </KvRow>
      ))}
    </KvRows>
  )
}

/**
 * Confirms one act (api, step-up): what is confirmed, then the proof that its level asks for. Giving up answers
 * null, and the call that asked says nothing.
 */
export const StepUpDialog = ({ asked }: { asked: StepUpAsked }) => {
  const t = useText('stepUp')
  const { now, begin, handIn } = useCeremony(asked)
  const { action, show } = asked.request
  const name = nameOf(action)
  return (
    <Dialog
      open
      size="small"
      onClose={() => asked.answer(null)}
      title={name === null ? t('title') : t(`${name}.title`)}
      lead={name === null ? t('lead') : t(`${name}.lead`)}
      actions={<Button onClick={() => asked.answer(null)}>{t('giveUp')}</Button>}
    >
      <div className="flex flex-col gap-4">
        {name === null && Object.keys(show).length > 0 && <Facts show={show} />}
        {now.state === 'beginning' && <WaitingPlace label={t('begin')} />}
        {now.state === 'asking' && (
          <ProofPanel task={now.ceremony} handIn={handIn} page={{ mode: 'beside' }} />
        )}
        {now.state === 'failed' && (
          <NoteBox
            tone="warn"
            role="alert"
            action={
              <Button size="small" onClick={() => void begin()}>
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
