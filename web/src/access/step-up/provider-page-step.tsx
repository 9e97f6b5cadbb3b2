import { ExternalLink } from 'lucide-react'
import { useRef, useState } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { useIsDesktop } from '../../kernel/breakpoint.ts'
import { problemOf } from '../../kernel/transport.ts'
import { Button } from '../../ui/button.tsx'
import { NoteBox } from '../../ui/note-box.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useCeremonyText } from './ceremony-text.ts'
import { useUnmountSignal, type PageMode, type StepProps } from './proof-task.ts'
import { stepUpClient } from './provider.ts'

export type ProviderPage = {
  readonly mode: PageMode
  /** Saves, before a redirect, what the page needs to continue when the person returns. */
  readonly onLeave?: () => void
}

const popupId = '__authsignal-popup-container'

/** The provider's pre-built page (product §4, launch modes), which offers all the person's methods. */
export const ProviderPageStep = ({ task, handIn, mode, onLeave }: StepProps & ProviderPage) => {
  const t = useText('stepUp')
  const ceremonyText = useCeremonyText()
  const isDesktop = useIsDesktop()
  const unmounted = useUnmountSignal()
  const run = useRef(0)
  const [isOpen, setOpen] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const launchMode = mode === 'window' ? 'window' : isDesktop ? 'popup' : 'redirect'
  const launch = async (): Promise<string | null> => {
    const client = await stepUpClient()
    if (launchMode === 'redirect') onLeave?.()
    const launched = client.launch(task.url ?? '', launchMode)
    // The library's popup has no accessible name.
    document.getElementById(popupId)?.setAttribute('aria-label', t('providerPage.name'))
    const answer = await launched
    if (answer.error !== undefined) return ceremonyText(answer)
    const { token } = answer.data
    if (token !== undefined) return handIn({ kind: 'token', token })
    return launchMode === 'redirect' ? null : t('providerPage.abandoned')
  }
  const press = async () => {
    const mine = (run.current += 1)
    setProblem(null)
    setOpen(true)
    const newProblem = await launch().catch(problemOf)
    // A cancelled window may still answer later, or never.
    if (unmounted.aborted || mine !== run.current || launchMode === 'redirect') return
    setOpen(false)
    setProblem(newProblem)
  }
  const stop = () => {
    run.current += 1
    setOpen(false)
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-mute">{t(`providerPage.${launchMode}`)}</p>
      {problem !== null && (
        <NoteBox tone="bad" role="alert">
          {problem}
        </NoteBox>
      )}
      {isOpen && launchMode === 'window' ? (
        <>
          <p role="status" className="flex items-center justify-center gap-2.5 py-2 text-mute">
            <Spinner size={20} />
            {t('providerPage.waiting')}
          </p>
          <Button fullWidth onClick={stop}>
            {t('providerPage.stop')}
          </Button>
        </>
      ) : (
        <Button variant="primary" icon={ExternalLink} fullWidth busy={isOpen} onClick={() => void press()}>
          {t('providerPage.go')}
        </Button>
      )}
    </div>
  )
}
