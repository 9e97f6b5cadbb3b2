import type { LiveTopic } from '@cardamom/contract/events'
import { SearchX } from 'lucide-react'
import { useText } from '../../kernel/i18n.tsx'
import { EmptyState } from '../empty-state.tsx'
import { KvRow, KvRows } from '../kv-rows.tsx'
import { Loaded } from '../loaded.tsx'
import { idOf, type Column } from './list-column.tsx'
import { useListPages } from './use-list-pages.ts'
import type { ListState } from './use-list.ts'

type RowFactsProps = {
  readonly state: Pick<ListState, 'list' | 'rows'>
  readonly id: string
  readonly columns: readonly Column[]
  readonly live: readonly LiveTopic[] | undefined
}

/** Details of a row: its columns with their labels. A row that no loaded page has is read by its id. */
export const RowFacts = ({ state: { list, rows }, id, columns, live }: RowFactsProps) => {
  const ui = useText('lists')
  const row = rows.find((each) => idOf(each) === id)
  const query = { id } as object
  const reading = { query, rowsAtOnce: 1, ...(live && { live }) }
  const found = useListPages(list, { ...reading, enabled: row === undefined })
  const reads = { found: row === undefined ? found : { ...found, data: [], error: null } }
  const missing = (
    <EmptyState icon={SearchX} title={ui('rowMissing')}>
      {null}
    </EmptyState>
  )
  const shown = row ?? found.rows[0]
  return (
    <Loaded
      reads={reads}
      failed={ui('rowFailed')}
      missing={missing}
      empty={() => shown === undefined && missing}
    >
      {() => (
        <KvRows>
          {columns.map(({ name, label, cell }) => (
            <KvRow key={name} name={label}>
              {cell(shown)}
            </KvRow>
          ))}
        </KvRows>
      )}
    </Loaded>
  )
}
