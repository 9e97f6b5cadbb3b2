import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportTransactions } from '@cardamom/contract/transactions'
import { readCompany } from '../companies/companies.sql.ts'
import { accepted } from '../kernel/answer.ts'
import type { Queries } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import { csvHead, csvLine, type ExportText } from './transaction-csv.ts'
import { readCardsNow, rowView } from './transaction-view.ts'
import { listRows, rowFilter, type RowFilter } from './transactions.sql.ts'

const rowsAtOnce = 500

/** The file, page by page, as fast as its reader takes it. */
const csvOf = async function* (sql: Queries, filter: RowFilter, text: ExportText) {
  yield csvHead(text)
  let afterId: string | undefined
  do {
    const rows = await listRows(sql, filter, { afterId, limit: rowsAtOnce })
    const cards = await readCardsNow(sql, rows)
    yield rows.map((row) => csvLine(rowView(row, cards), text)).join('')
    afterId = rows.length < rowsAtOnce ? undefined : rows.at(-1)?.id
  } while (afterId !== undefined)
}

/** The rows of a filter as CSV. The answer is written here, inside the call's read transaction; `mount` finds it sent. */
export const mountExport = ({ mount, messageOf, log }: Kernel): void => {
  mount(exportTransactions, async ({ sql, me, input, lang, reply, now, requestId }) => {
    const { timeZone } = await readCompany(sql, me.companyId)
    const filter = rowFilter(input, { userId: me.userId, timeZone })
    const text = (key: string) => messageOf(lang, `transactionExport.${key}`)
    const name = `${text('fileName')}-${now.toISOString().slice(0, 10)}.csv`
    reply.hijack()
    for (const [header, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(header, value)
    }
    reply.raw.writeHead(200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    })
    // Who goes away in the middle has no more than the part that was read.
    await pipeline(Readable.from(csvOf(sql, filter, text)), reply.raw).catch((error: unknown) =>
      log.error('A CSV file was not finished', error, { requestId }),
    )
    return accepted(null)
  })
}
