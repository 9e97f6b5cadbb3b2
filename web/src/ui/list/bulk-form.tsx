import { BulkNote } from '@cardamom/contract/bulk'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../kernel/api.ts'
import { useText } from '../../kernel/i18n.tsx'
import { queryClient } from '../../kernel/query.ts'
import { Button } from '../button.tsx'
import { useContractForm } from '../form.tsx'
import { Meter } from '../meter.tsx'
import { TextArea } from '../text-field.tsx'
import type { BulkAction } from './bulk-action.ts'
import { runInParts, type BulkProgress, type SendPart } from './bulk-run.ts'
import type { ListState } from './use-list.ts'

const schema = () => Promise.resolve(BulkNote)

/** What a run has done, with the note that it was confirmed with. */
export type Done = BulkProgress & { readonly action: BulkAction; readonly note: string }

type FormProps = {
  readonly action: BulkAction
  readonly ids: readonly string[]
  readonly state: Pick<ListState, 'list'>
  readonly onClose: () => void
  /** Called after each part. */
  readonly onProgress: (progress: BulkProgress) => void
  readonly onDone: (done: Done) => void
  readonly note?: string
}

/** Each part has one key: a part that is sent again after a lost answer does nothing twice. */
const useKeys = () => {
  const keys = useRef(new Map<string, string>())
  return (content: string): string => {
    const key = keys.current.get(content) ?? crypto.randomUUID()
    keys.current.set(content, key)
    return key
  }
}

const Running = ({ done, count, onStop }: { done: number; count: number; onStop: () => void }) => {
  const parts = useText('listPage')
  const [isStopping, setIsStopping] = useState(false)
  const text = parts('bulk.progress', { done: String(done), count: String(count) })
  return (
    <div className="flex flex-col gap-5">
      <p role="status" className="num">
        {isStopping ? parts('bulk.stopping', { done: String(done), count: String(count) }) : text}
      </p>
      <Meter label={text} share={done / count} thick />
      <div className="flex flex-col md:flex-row md:justify-end">
        <Button
          busy={isStopping}
          onClick={() => {
            setIsStopping(true)
            onStop()
          }}
        >
          {parts('bulk.stop')}
        </Button>
      </div>
    </div>
  )
}

/** Requests the note, then sends the action in parts, whose confirmation is bound to exactly these rows. */
export const BulkForm = ({ action, ids, note = '', onClose, onProgress, onDone, state }: FormProps) => {
  const ui = useText('lists')
  const keyOf = useKeys()
  const form = useContractForm({ schema, defaultValues: { note } })
  const [progress, setProgress] = useState<BulkProgress | null>(null)
  const isStopped = useRef(false)
  // A closed dialog sends nothing more.
  useEffect(() => () => void (isStopped.current = true), [])
  const run = async (input: { note: string }) => {
    isStopped.current = false
    const send: SendPart = (endpoint, { onGrant, grant, ...part }) => {
      const sent = { ...input, ...part }
      const idempotencyKey = keyOf(JSON.stringify([action.name, sent]))
      return call(endpoint, { input: sent, idempotencyKey, errors: 'fields', grant, onGrant })
    }
    const end = await runInParts({
      call: action.call,
      ids,
      send,
      onProgress: (next) => {
        if (next.unsent.length > 0) setProgress(next)
        onProgress(next)
      },
      isStopped: () => isStopped.current,
    })
    await queryClient.invalidateQueries({ queryKey: [state.list.path] })
    onDone({ ...end, action, note: input.note })
  }
  if (progress !== null)
    return (
      <Running
        done={progress.results.length}
        count={ids.length}
        onStop={() => {
          isStopped.current = true
        }}
      />
    )
  return (
    <form noValidate onSubmit={form.send(run)} className="flex flex-col gap-5">
      <p>{action.effect}</p>
      <TextArea label={ui('bulk.note')} rows={3} maxLength={500} {...form.field('note')} />
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onClose}>{ui('bulk.cancel')}</Button>
        <Button
          type="submit"
          icon={action.icon}
          variant={action.isDangerous ? 'danger' : 'primary'}
          busy={form.formState.isSubmitting}
        >
          {action.button}
        </Button>
      </div>
    </form>
  )
}
