import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { listAudit } from '@cardamom/contract/audit'
import { listUsers } from '@cardamom/contract/access/users'
import { listCompanies } from '@cardamom/contract/companies/company-record'
import { listCompanyLoads } from '@cardamom/contract/loads/company-loads'
import type { ListEndpoint } from '@cardamom/contract/list'
import { listTransactions } from '@cardamom/contract/transactions'
import { measureFile, type FileOf } from './lists-files.ts'
import { measureFrames } from './lists-frames.ts'
import {
  queryAt,
  readPage,
  startCallers,
  type MeasuredList,
  type MeasuredServer,
  type Reading,
} from './lists-reads.ts'
import { seedLists } from './lists-seed.ts'
import {
  rounded,
  say,
  startMeasuredProduct,
  type MeasuredPerson,
  type MeasuredProduct,
} from './measured-product.ts'

const sizes = {
  companies: Number(process.env['LISTS_COMPANIES'] ?? 10_000),
  users: Number(process.env['LISTS_USERS'] ?? 50_000),
  transactions: Number(process.env['LISTS_TRANSACTIONS'] ?? 200_000),
}
/** LISTS_ONLY=searches,files limits a run to these measurements; the figures of the others are null. */
const measures = (part: 'pages' | 'searches' | 'files' | 'frames'): boolean =>
  (process.env['LISTS_ONLY'] ?? part).split(',').includes(part)
const dir = process.env['LISTS_DIR'] ?? join(import.meta.dirname, '../../.data-lists')
const built = join(import.meta.dirname, '../../web/dist')

const people = 'app_user where role_id in (2, 7, 8)'
const inScope: readonly MeasuredList[] = [
  { declared: listUsers, query: {}, rows: people, key: 'created_at', isDown: true },
  { declared: listUsers, query: { sort: 'name' }, rows: people, key: 'search_text', isDown: false },
  {
    declared: listUsers,
    query: { status: 'inactive' },
    rows: `${people} and not active`,
    key: 'created_at',
    isDown: true,
  },
  { declared: listCompanyLoads, query: {}, rows: 'load where true', key: 'id', isDown: true },
  {
    declared: listCompanyLoads,
    query: { status: 'review' },
    rows: `load where status = 'review'`,
    key: 'id',
    isDown: true,
  },
  { declared: listAudit, query: {}, rows: 'audit where true', key: 'id', isDown: true },
  {
    declared: listAudit,
    query: { result: 'refused' },
    rows: `audit where outcome <> 'done'`,
    key: 'id',
    isDown: true,
  },
  { declared: listCompanies, query: {}, rows: 'company where true', key: 'name', isDown: false },
]
/** Phrases from rare to frequent; the last one nobody has. */
const phrases = ['person4242@', 'zegarra yupanqui', 'quispe', 'maria', 'nobody has this']

type Reader = {
  readonly name: string
  readonly person: MeasuredPerson
  readonly companyIds: readonly string[] | null
}

const idsOf = async (owner: pg.Client, text: string, values: readonly unknown[] = []): Promise<string[]> =>
  (await owner.query<{ id: string }>(text, [...values])).rows.map(({ id }) => id)

/** Administrators of all companies, of all companies by their ids, of a subtree and of one company. */
const signInReaders = async (product: MeasuredProduct, owner: pg.Client): Promise<Reader[]> => {
  const [top] = await idsOf(owner, 'select id from company where tier = 2 order by id limit 1')
  const [largest] = await idsOf(
    owner,
    `select c.id from app_user u join company c on c.id = u.company_id and c.tier = 4
     group by 1 order by count(*) desc limit 1`,
  )
  const all = await idsOf(owner, 'select id from company where visible_to_adm')
  const below = await idsOf(owner, 'select id from company where path @> array[$1::uuid]', [top])
  return [
    { name: 'super', person: await product.signIn(6), companyIds: null },
    { name: `admin of ${all.length}`, person: await product.signIn(1), companyIds: all },
    { name: `subtree of ${below.length}`, person: await product.signIn(5, top), companyIds: below },
    { name: 'one company', person: await product.signIn(5, largest), companyIds: [largest ?? ''] },
  ]
}

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((left, right) => left - right)[Math.ceil(values.length * part) - 1] ?? 0

const report = (reading: Reading | null): readonly number[] => {
  if (!reading) return []
  const { name, ms, count } = reading
  say(
    `${name}: median ${rounded(percentile(ms, 0.5), 1)} ms, longest ${rounded(Math.max(...ms), 1)} ms, ${count} rows`,
  )
  return ms
}

const measurePages = async (
  server: MeasuredServer,
  owner: pg.Client,
  readers: readonly Reader[],
): Promise<number> => {
  const ms: number[] = []
  for (const { name, person, companyIds } of readers) {
    for (const list of inScope) {
      const { declared } = list
      for (const part of [0, 0.5, 1]) {
        const column = declared.path === listCompanies.path ? 'id' : 'company_id'
        const query = await queryAt(owner, list, { part, scope: companyIds && { column, ids: companyIds } })
        if (!query) continue
        const title = `${name}: ${declared.path} ${new URLSearchParams(list.query).toString()} at ${part * 100} %`
        ms.push(...report(await readPage(server, person, { name: title, path: declared.path, query })))
      }
    }
  }
  return percentile(ms, 0.99)
}

const searches: readonly { declared: ListEndpoint; phrases: readonly string[] }[] = [
  { declared: listUsers, phrases },
  { declared: listCompanies, phrases: ['company-4242', 'quispe', 'nothing like this'] },
]
const measureSearches = async (server: MeasuredServer, readers: readonly Reader[]): Promise<number> => {
  const ms: number[] = []
  for (const { name, person } of readers) {
    for (const { declared, phrases: searched } of searches) {
      for (const q of searched) {
        const title = `${name}: ${declared.path} “${q}”`
        ms.push(...report(await readPage(server, person, { name: title, path: declared.path, query: { q } })))
      }
    }
  }
  return percentile(ms, 0.99)
}

/** The cardholder who has most payments, signed in. */
const signInHolder = async ({ signIn }: MeasuredProduct, owner: pg.Client): Promise<MeasuredPerson> => {
  const person = await signIn(2)
  const { rows } = await owner.query<{ userId: string; companyId: string }>(
    `select user_id as "userId", company_id as "companyId" from card where ref = 'C-0'`,
  )
  const holder = rows[0]
  if (!holder) throw new Error('There are no cards')
  // The session of a new person becomes theirs.
  await owner.query('update session set user_id = $1, company_id = $2 where user_id = $3', [
    holder.userId,
    holder.companyId,
    person.userId,
  ])
  return { ...person, ...holder }
}

const measureTransactions = async (
  server: MeasuredServer,
  owner: pg.Client,
  person: MeasuredPerson,
): Promise<number> => {
  const list = { declared: listTransactions, query: {}, key: 'at', isDown: true }
  const ms: number[] = []
  for (const part of [0, 0.5, 1]) {
    const rows = `card_transaction where user_id = '${person.userId}'`
    const query = await queryAt(owner, { ...list, rows }, { part, scope: null })
    const name = `cardholder: /transactions at ${part * 100} %`
    if (query) ms.push(...report(await readPage(server, person, { name, path: '/transactions', query })))
  }
  return percentile(ms, 0.99)
}

/**
 * Lists with many rows: a tree of 10,000 companies, LISTS_USERS people, LISTS_TRANSACTIONS payments, a twentieth as many
 * loads and a tenth as many audit entries, in `.data-lists` (LISTS_DIR). A run that was stopped goes on where it was.
 * Remove the folder to begin again. The frames of a browser need the built web app (`npm run build`).
 */
export const run = async (): Promise<object> => {
  const webDir = existsSync(built) ? { webDir: built } : {}
  let lastMs = 0
  const product = await startMeasuredProduct(
    ({ app }) => {
      app.addHook('onResponse', (_request, reply, done) => {
        lastMs = reply.elapsedTime
        done()
      })
    },
    { dir, ...webDir },
  )
  const callers = startCallers()
  const owner = new pg.Client({ connectionString: product.ownerUrl })
  try {
    await owner.connect()
    await seedLists(owner, sizes, say)
    const origin = `http://localhost:${product.port}`
    const server = { origin, callers, lastMs: () => lastMs }
    const readers = await signInReaders(product, owner)
    const holder = await signInHolder(product, owner)
    const superAdmin = readers[0]?.person as MeasuredPerson
    const files: FileOf[] = [
      { declared: listTransactions, person: holder, all: false },
      { declared: listUsers, person: superAdmin, all: true },
      { declared: listAudit, person: superAdmin, all: true },
    ]
    const listMs = measures('pages') ? await measurePages(server, owner, readers) : null
    const ownMs = measures('pages') ? await measureTransactions(server, owner, holder) : null
    const searchMs = measures('searches') ? await measureSearches(server, readers) : null
    const rates: number[] = []
    if (measures('files'))
      for (const file of files) rates.push(await measureFile(product, { owner, callers }, file))
    const frames = measures('frames') && existsSync(built) ? await measureFrames(origin, superAdmin) : null
    if (frames) say(`frames: ${frames.rows} rows in the page`)
    const orNull = (value: number | null, digits = 1) => (value === null ? null : rounded(value, digits))
    return {
      name: 'lists',
      listP99Ms: listMs !== null && ownMs !== null ? rounded(Math.max(listMs, ownMs), 1) : null,
      searchP99Ms: orNull(searchMs),
      csvRowsPerS: rates.length === 0 ? null : Math.round(Math.min(...rates)),
      frameCpuMs: orNull(frames?.frameCpuMs ?? null),
      heapMb: orNull(frames?.heapMb ?? null),
    }
  } finally {
    callers.stop()
    await owner.end()
    await product.stop()
  }
}
