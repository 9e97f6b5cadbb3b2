import { listLoads } from '@cardamom/contract/loads'
import { sql as fragment } from 'kysely'
import { list } from '../kernel/list.ts'
import { selectOnce } from '../kernel/select-once.ts'
import { loadOfRow } from './load-record.ts'
import { loadRowView } from './load-view.ts'

/** States in which a load does not change any more. */
const closed = ['expired', 'cancelled', 'refunded', 'credited']

const loads = selectOnce((sql) =>
  sql.selectFrom('load').selectAll('load').where('load.cardId', 'is not', null),
)

/** A person's loads. */
export const loadsList = list(listLoads, {
  table: 'load',
  from: loads,
  scope: 'owner',
  sorts: { quotedAt: 'load.id' },
  filters: { open: (open: boolean) => fragment`(load.status = any(${closed})) <> ${open}` },
  items: (rows) => rows.map((row) => loadRowView(loadOfRow(row))),
})
