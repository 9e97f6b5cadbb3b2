import type { NoteKind } from '@cardamom/contract/notes/note-entities'
import { part } from '../../kernel/deferred.tsx'
import { useCan } from '../../kernel/permissions.ts'
import { SkeletonRows } from '../skeleton.tsx'

const NotesPanel = part(() => import('./notes-panel.tsx'), 'NotesPanel', {
  fallback: <SkeletonRows rows={2} />,
})

/** Notes of administrators on one object, for readers who may see notes. The file is loaded after the page. */
export const Notes = ({ kind, id }: { kind: NoteKind; id: string }) =>
  useCan()('notes.view') ? <NotesPanel key={id} kind={kind} entityId={id} /> : null
