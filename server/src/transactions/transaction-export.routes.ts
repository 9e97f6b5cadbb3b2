import { exportTransactions } from '@cardamom/contract/transactions'
import { todayIn } from '@cardamom/contract/dates'
import { readTimeZone } from '../identity/time-zones.sql.ts'
import { accepted, type Accepted } from '../kernel/answer.ts'
import type { Queries } from '../kernel/queries.ts'
import type { FileFacts, FileOut } from '../kernel/downloads.ts'
import type { Kernel } from '../kernel/module.ts'
import type { InputOf } from '@cardamom/contract/endpoint'
import { csvHead, csvLine, type ExportText } from './transaction-csv.ts'
import { readCardsNow, rowView } from './transaction-view.ts'
import { rowFilter, rowPages, type RowFilter } from './transactions.sql.ts'

/** The file, page by page. */
const csvOf = async function* (sql: Queries, filter: RowFilter, of: { text: ExportText; now: Date }) {
  const { text, now } = of
  yield csvHead(text)
  for await (const rows of rowPages(sql, filter)) {
    const cards = await readCardsNow(sql, rows, now)
    yield rows.map((row) => csvLine(rowView(row, cards), text)).join('')
  }
}

type Facts = FileFacts<InputOf<typeof exportTransactions>>

/** The rows of a filter as CSV. */
export const mountExport = ({ mount, downloads, messageOf }: Kernel): void => {
  const make = async ({ sql, me, input, lang, now }: Facts): Promise<Accepted<FileOut>> => {
    const timeZone = await readTimeZone(sql, me)
    const filter = rowFilter(input, { userId: me.userId, timeZone })
    const text = (key: string) => messageOf(lang, `transactionExport.${key}`)
    return accepted({
      name: `${text('fileName')}-${todayIn(timeZone, now)}.csv`,
      type: 'text/csv; charset=utf-8',
      pieces: csvOf(sql, filter, { text, now }),
    })
  }
  const file = downloads.add(exportTransactions, make)
  mount(exportTransactions, ({ reply, requestId, ...facts }) =>
    downloads.send(file, { reply, requestId, scope: facts.me.scope, facts }),
  )
}
