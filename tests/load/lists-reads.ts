import { fork } from 'node:child_process'
import { join } from 'node:path'
import type pg from 'pg'
import type { ListEndpoint } from '@cardamom/contract/list'
import { fingerprintOf, writeCursor, type RowsRequest } from '../../server/src/kernel/list-cursor.ts'
import type { ListAnswer, ListCall } from './lists-caller.ts'
import type { MeasuredPerson } from './measured-product.ts'

/** A list in one order, and where the database has its rows: cursors in the middle and at the end are made of them. */
export type MeasuredList = {
  readonly declared: ListEndpoint
  readonly query: Readonly<Record<string, string>>
  readonly rows: string
  /** SQL of the order's key and of the id. */
  readonly key: string
  readonly isDown: boolean
  readonly id?: string
}

export type Reading = { readonly name: string; readonly ms: readonly number[]; readonly count: number }

const tries = 20
const mostBusy = 10

/** The callers, in a process of their own; one call at a time. */
export type Callers = {
  readonly send: (call: ListCall) => Promise<ListAnswer>
  readonly stop: () => void
}
export const startCallers = (): Callers => {
  const child = fork(join(import.meta.dirname, 'lists-caller.ts'), { execArgv: [] })
  return {
    send: (call) =>
      new Promise((resolve, reject) => {
        const ended = (code: number | null) => reject(new Error(`The callers ended with ${code}`))
        child.once('exit', ended)
        child.once('message', (answer) => {
          child.off('exit', ended)
          resolve(answer as ListAnswer)
        })
        child.send(call)
      }),
    stop: () => void child.kill(),
  }
}

/** Where the calls go, and the server's own times of its last answers. */
export type MeasuredServer = {
  readonly origin: string
  readonly callers: Callers
  readonly lastMs: () => number
}

/** Reads one page several times; null where the person may not read the list. */
export const readPage = async (
  { origin, callers, lastMs }: MeasuredServer,
  person: MeasuredPerson,
  { name, path, query }: { name: string; path: string; query: Readonly<Record<string, string>> },
): Promise<Reading | null> => {
  const address = `${path}?${new URLSearchParams(query).toString()}`
  const headers = { authorization: `Bearer ${person.token}`, cookie: person.cookie }
  const ms: number[] = []
  let [count, busy] = [0, 0]
  // The first two prepare the statements of a connection.
  for (let index = -2; index < tries;) {
    const got = await callers.send({ url: `${origin}/api${address}`, headers, isFile: false })
    if (got.status === 403) return null
    // Another process held the processor: the server says so, and the call is made again.
    if (got.status === 503 && busy < mostBusy) {
      busy += 1
      continue
    }
    if (got.status !== 200) throw new Error(`${address}: ${got.status} ${got.text.slice(0, 200)}`)
    count = (JSON.parse(got.text) as { data: { count: number } }).data.count
    if (index >= 0) ms.push(lastMs())
    index += 1
  }
  return { name, ms, count }
}

/** The query with a cursor so far into the rows (0 to 1) of these companies; null: of all. */
export const queryAt = async (
  owner: pg.Client,
  list: MeasuredList,
  { part, scope }: { part: number; scope: { column: string; ids: readonly string[] } | null },
): Promise<Record<string, string> | null> => {
  const { declared, query, rows, key, isDown, id = 'id' } = list
  if (part === 0) return { ...query }
  const whose = scope === null ? 'true' : `${scope.column} = any ($1)`
  const values = scope === null ? [] : [scope.ids]
  const counted = await owner.query<{ count: bigint }>(`select count(*) from ${rows} and ${whose}`, values)
  const offset = Math.floor((Number(counted.rows[0]?.count) - 60) * part)
  if (offset < 0) return null
  const direction = isDown ? 'desc' : 'asc'
  const found = await owner.query<{ key: string; id: string }>(
    `select (${key})::text as key, ${id}::text as id from ${rows} and ${whose}
     order by ${key} ${direction}, ${id} ${direction} offset ${offset} limit 1`,
    values,
  )
  if (!found.rows[0]) return null
  const request = declared.input.parse(query) as unknown as RowsRequest
  return { ...query, cursor: writeCursor(fingerprintOf(declared.path, request), found.rows[0]) }
}
