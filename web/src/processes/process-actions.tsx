import { listProcesses, readProcess, resumeProcess, runProcess } from '@cardamom/contract/processes'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { Process } from './process-text.ts'

const changes = [listProcesses, readProcess]

/** Runs the recurring jobs of a process before their time; nothing where it has none. */
export const RunNow = ({ process: { process, isRecurring } }: { process: Process }) => {
  const t = useText('processes')
  const can = useCan()
  const run = useAction(runProcess, {
    changes,
    onDone: ({ started }) =>
      toastSuccess(started > 0 ? t('run.started', { count: started }) : t('run.already')),
  })
  if (!isRecurring || can('processes.run') !== true) return null
  return (
    <div>
      <Button icon={Play} busy={run.isPending} onClick={() => run.mutate({ params: { process } })}>
        {t('run.now')}
      </Button>
    </div>
  )
}

/** The confirmation of a resume, and what became of each job of the last one. */
export const useResume = ({ process, dead }: Process) => {
  const t = useText('processes')
  const can = useCan()
  /** Undefined: the dialog is closed. Null: all of the process. */
  const [chosen, choose] = useState<readonly string[] | null | undefined>(undefined)
  const [results, setResults] = useState<ReadonlyMap<string, boolean>>(new Map())
  const resume = useAction(resumeProcess, {
    changes,
    onDone: (answer) => {
      setResults(new Map(answer.results.map(({ id, isResumed }) => [id, isResumed])))
      choose(undefined)
      toastSuccess(t('resume.done', { count: answer.results.filter(({ isResumed }) => isResumed).length }))
    },
  })
  const close = () => choose(undefined)
  const send = () => resume.mutate({ params: { process }, input: chosen ? { jobIds: [...chosen] } : {} })
  const dialog = (
    <Dialog
      open={chosen !== undefined}
      size="small"
      busy={resume.isPending}
      onClose={close}
      title={t('resume.title', { count: chosen?.length ?? dead })}
      cancel={t('resume.cancel')}
      actions={
        <Button variant="primary" busy={resume.isPending} onClick={send}>
          {t('resume.send')}
        </Button>
      }
    >
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {(['again', 'once', 'cause'] as const).map((effect) => (
          <li key={effect}>{t(`resume.effects.${effect}`)}</li>
        ))}
      </ul>
    </Dialog>
  )
  return {
    isAllowed: can('processes.run') === true,
    open: choose,
    resultOf: (id: string): boolean | undefined => results.get(id),
    dialog,
  }
}
