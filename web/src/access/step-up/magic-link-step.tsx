import { Mail } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { problemOf } from '../../kernel/transport.ts'
import { Button } from '../../ui/button.tsx'
import { NoteBox } from '../../ui/note-box.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useCeremonyText } from './ceremony-text.ts'
import { useUnmountSignal, type StepProps } from './proof-task.ts'
import { stepUpClient } from './provider.ts'
import { b } from '../../ui/page-parts.tsx'

/** Sends the link and waits for it; `run` resolves to a sentence when it failed. */
export const LinkWait = ({
  where,
  run,
}: {
  where: string
  run: (signal: AbortSignal) => Promise<string | null>
}) => {
  const t = useText('stepUp')
  const unmounted = useUnmountSignal()
  const [waiting, setWaiting] = useState<AbortController | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const press = async () => {
    const control = new AbortController()
    setProblem(null)
    setWaiting(control)
    const newProblem = await run(AbortSignal.any([control.signal, unmounted])).catch(problemOf)
    if (unmounted.aborted) return
    setProblem(control.signal.aborted ? null : newProblem)
    setWaiting(null)
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-mute">
        {t.rich(waiting === null ? 'magicLink.request' : 'magicLink.lead', { where, b })}
      </p>
      {problem !== null && (
        <NoteBox tone="bad" role="alert">
          {problem}
        </NoteBox>
      )}
      {waiting === null ? (
        <Button variant="primary" icon={Mail} fullWidth autoFocus onClick={() => void press()}>
          {t('magicLink.send')}
        </Button>
      ) : (
        <>
          <p role="status" className="flex items-center justify-center gap-2.5 py-2 text-mute">
            <Spinner size={20} />
            {t('magicLink.waiting')}
          </p>
          <Button fullWidth onClick={() => waiting.abort()}>
            {t('magicLink.stop')}
          </Button>
        </>
      )}
    </div>
  )
}

/** A link by mail that can be opened on any device; this page continues after that. */
export const MagicLinkStep = ({ task, handIn }: StepProps) => {
  const ceremonyText = useCeremonyText()
  return (
    <LinkWait
      where={task.hints.email ?? ''}
      run={async (signal) => {
        const client = await stepUpClient()
        client.setToken(task.token ?? '')
        const sent = await client.magicLink.challenge()
        if (sent.error !== undefined) return ceremonyText(sent)
        const answer = await client.magicLink.wait(signal)
        if (answer.error !== undefined) return ceremonyText(answer)
        return handIn({ kind: 'token', token: answer.data.token })
      }}
    />
  )
}
