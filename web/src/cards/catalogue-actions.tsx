import type { Endpoint } from '@cardamom/contract/endpoint'
import { Archive, ArchiveRestore, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { queryClient, useAction } from '../kernel/query.ts'
import { useGo } from '../kernel/router.tsx'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

type ArchivableRecord = {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly archived: boolean
}

/** The calls of a plan or a type, and the path of its list. */
type Calls = {
  readonly archive: Endpoint
  readonly restore: Endpoint
  readonly remove: Endpoint
  readonly read: Endpoint
  readonly list: Endpoint
  readonly path: string
}
type ChangeArguments = { params: { id: string }; ifMatch: string }

/** A question before a record is archived or deleted. */
const Question = ({
  open,
  kind,
  record,
  action,
  close,
}: {
  open: boolean
  kind: 'archive' | 'delete'
  record: ArchivableRecord
  action: { isPending: boolean; mutate: () => void }
  close: () => void
}) => {
  const t = useText('catalogue')
  return (
    <Dialog
      open={open}
      size="small"
      onClose={close}
      busy={action.isPending}
      title={t(`${kind}.title`, { name: record.name })}
      cancel={t('cancel')}
      actions={
        <Button variant="danger" busy={action.isPending} onClick={action.mutate}>
          {t(`${kind}.action`)}
        </Button>
      }
    >
      <p>{t(`${kind}.lead`)}</p>
    </Dialog>
  )
}

/** Archives, restores or deletes a plan or a type of cards. */
export const CatalogueActions = ({ record, calls }: { record: ArchivableRecord; calls: Calls }) => {
  const t = useText('catalogue')
  const go = useGo()
  const [question, setQuestion] = useState<'archive' | 'delete' | null>(null)
  const { read, list, path } = calls
  const useChange = (endpoint: Endpoint, done: string, onDone: () => void = () => undefined) => {
    const action = useAction(endpoint, {
      changes: [read, list],
      onDone: () => {
        toastSuccess(done)
        setQuestion(null)
        onDone()
      },
    })
    const sent: ChangeArguments = { params: { id: record.id }, ifMatch: String(record.version) }
    return { isPending: action.isPending, mutate: () => action.mutate(sent as never) }
  }
  const { name } = record
  const archive = useChange(calls.archive, t('archive.done', { name }))
  const restore = useChange(calls.restore, t('restore.done', { name }))
  const remove = useAction(calls.remove, {
    onDone: () => {
      toastSuccess(t('delete.done', { name }))
      go(path, { replace: true })
      void queryClient.invalidateQueries({ queryKey: [list.path] })
    },
  })
  const removal = {
    isPending: remove.isPending,
    mutate: () =>
      remove.mutate({ params: { id: record.id }, ifMatch: String(record.version) } as never, {
        onError: () => setQuestion(null),
      }),
  }
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant="danger" icon={Trash2} onClick={() => setQuestion('delete')}>
        {t('delete.action')}
      </Button>
      {record.archived ? (
        <Button icon={ArchiveRestore} busy={restore.isPending} onClick={restore.mutate}>
          {t('restore.action')}
        </Button>
      ) : (
        <Button icon={Archive} onClick={() => setQuestion('archive')}>
          {t('archive.action')}
        </Button>
      )}
      {(['archive', 'delete'] as const).map((kind) => (
        <Question
          key={kind}
          kind={kind}
          open={question === kind}
          record={record}
          action={kind === 'archive' ? archive : removal}
          close={() => setQuestion(null)}
        />
      ))}
    </div>
  )
}
