import { useState } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { NoteBox } from '../note-box.tsx'
import type { BulkAction } from './bulk-action.ts'
import { BulkForm, type Done } from './bulk-form.tsx'
import type { BulkProgress } from './bulk-run.ts'
import type { Column } from './list-column.tsx'
import type { ListState } from './use-list.ts'
import type { Selection } from './use-selection.ts'

type Common = {
  readonly actions: readonly BulkAction[]
  readonly selection: Selection
  readonly state: ListState
  readonly columns: readonly Column[]
  readonly onClose: () => void
}
type ResultProps = Common & {
  readonly done: Done
  readonly rows: Selection['rows']
  readonly onUndo: () => void
}

/** What became of each row: the refused ones by name, with the words of their refusal. They stay selected. */
const Result = ({ done, rows, columns, onUndo, onClose, actions }: ResultProps) => {
  const ui = useText('lists')
  const parts = useText('listPage')
  const refused = done.results.filter(({ code }) => code !== null)
  const isDone = refused.length < done.results.length
  const title = columns.find(({ onPhone }) => onPhone === 'title') ?? columns[0]
  const canUndo = isDone && actions.some(({ name }) => name === done.action.undoneBy)
  return (
    <div className="flex flex-col gap-5">
      <p role="status">
        {ui('bulk.result', {
          done: String(done.results.length - refused.length),
          count: String(done.results.length + done.unsent.length),
        })}
      </p>
      {done.unsent.length > 0 && (
        <NoteBox tone="info" title={parts('bulk.unsent', { count: String(done.unsent.length) })}>
          {parts('bulk.unsentAgain')}
        </NoteBox>
      )}
      {refused.length > 0 && (
        <NoteBox tone="warn" title={ui('bulk.refused', { count: String(refused.length) })}>
          {ui('bulk.again')}
        </NoteBox>
      )}
      {refused.length > 0 && (
        <ul
          aria-label={ui('bulk.refused', { count: String(refused.length) })}
          className="flex flex-col gap-3"
        >
          {refused.map(({ id, message }) => (
            <li key={id}>
              {rows.get(id) !== undefined && title?.cell(rows.get(id))}
              <span className="block text-base">{message}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        {canUndo && <Button onClick={onUndo}>{ui('bulk.undo')}</Button>}
        <Button variant="primary" onClick={onClose}>
          {ui('bulk.close')}
        </Button>
      </div>
    </div>
  )
}

type RunState = { readonly action: BulkAction; readonly ids: readonly string[]; readonly note: string }

type BodyProps = Common & { readonly run: RunState; readonly onUndo: (run: RunState) => void }

const Body = ({ run, onUndo, ...props }: BodyProps) => {
  const { selection, actions } = props
  const [done, setDone] = useState<Done | null>(null)
  /** The selection as it was: the rows that are done leave it. */
  const [rows] = useState(selection.rows)
  const deselectDone = ({ results }: BulkProgress) =>
    selection.remove(results.filter(({ code }) => code === null).map(({ id }) => id))
  const undo = ({ results, note }: Done) => {
    const action = actions.find(({ name }) => name === run.action.undoneBy)
    const ids = results.filter(({ code }) => code === null).map(({ id }) => id)
    if (action !== undefined) onUndo({ action, ids, note })
  }
  return done === null ? (
    <BulkForm {...props} {...run} onProgress={deselectDone} onDone={setDone} />
  ) : (
    <Result {...props} done={done} rows={rows} onUndo={() => undo(done)} />
  )
}

/** Requests the note of an action on the selected rows, then says what became of each row. */
export const BulkDialog = ({
  open,
  action,
  ...props
}: Common & { readonly open: boolean; readonly action: BulkAction | null }) => {
  const ui = useText('lists')
  const { rows } = props.selection
  const [opened, setOpened] = useState<{ isOpen: boolean; run: RunState | null }>({
    isOpen: false,
    run: null,
  })
  const start = () => action && { action, ids: [...rows.keys()], note: '' }
  if (open !== opened.isOpen) setOpened({ isOpen: open, run: open ? start() : opened.run })
  const { run } = opened
  const title = run && ui('bulk.title', { action: run.action.button, count: String(run.ids.length) })
  return (
    <Dialog open={open} onClose={props.onClose} size="small" title={title}>
      {open && run && (
        <Body
          key={run.action.name}
          {...props}
          run={run}
          onUndo={(undoing) => setOpened({ isOpen: true, run: undoing })}
        />
      )}
    </Dialog>
  )
}
