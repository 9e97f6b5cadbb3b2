import type pg from 'pg'
import type { ListEndpoint } from '@cardamom/contract/list'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createDownloadAddress } from '../../server/src/kernel/download-address.ts'
import type { MeasuredServer } from './lists-reads.ts'
import { say, type MeasuredPerson, type MeasuredProduct } from './measured-product.ts'
import { withProcessorTime } from './processor-time.ts'

export type FileOf = {
  readonly declared: ListEndpoint
  readonly person: MeasuredPerson
  readonly all: boolean
}
/** Rows of a list's whole file for each second, over HTTP. */
export const measureFile = async (
  { kernel, port, databasePid }: MeasuredProduct,
  { owner, callers }: { owner: pg.Client } & Pick<MeasuredServer, 'callers'>,
  { declared, person, all }: FileOf,
): Promise<number> => {
  const { rows } = await owner.query<{ id: string }>(
    'select id from session where user_id = $1 order by id desc limit 1',
    [person.userId],
  )
  const own = { kind: 'own', userId: person.userId, companyId: person.companyId } as const
  const me = { ...person, sessionId: rows[0]?.id ?? '', scope: all ? allTenants : own }
  // The address without its confirmation: only the file is measured.
  const { url } = await kernel.db.write(allTenants, (sql) =>
    createDownloadAddress(sql, kernel, { me, call: `${declared.path}/export`, query: {}, lang: 'en' }),
  )
  const request = { url: `http://127.0.0.1:${port}${url}`, headers: { cookie: person.cookie }, isFile: true }
  const used = await withProcessorTime([databasePid], async () => {
    const { status, ms, lines } = await callers.send(request)
    if (status !== 200) throw new Error(`${url}: ${status}`)
    // Of a thousand rows: microseconds are counted in whole numbers.
    return { calls: lines / 1000, ms, rows: lines - 1 }
  })
  const perSecond = (used.rows / used.ms) * 1000
  const us = (thousand: number) => (thousand / 1000).toFixed(2)
  say(
    `${declared.path}/export: ${used.rows} rows, ${Math.round(perSecond)}/s; ${us(used.databaseUs)} µs of PostgreSQL and ${us(used.serverUs)} µs of the server for each`,
  )
  return perSecond
}
