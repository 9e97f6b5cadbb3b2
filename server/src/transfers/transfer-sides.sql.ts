import type { Database, Scope } from '../kernel/database.ts'
import { createGroupedCalls } from '../kernel/grouped-calls.ts'
import type { Queries } from '../kernel/queries.ts'
import { arrayOf } from '../kernel/scoped-statement.ts'
import { daysToday } from '../loads/load-limits.ts'
import type { WalletHolder } from '../wallets/wallet-holder.ts'
import { holderOf, holdersFound, type HolderRow } from '../wallets/wallet-holders.sql.ts'

/** What `transfer_terms` has of a sender. */
export type TermsRow = {
  readonly rates: bigint[]
  readonly min_cents: bigint
  readonly max_cents: bigint
  readonly daily_cents: bigint
  /** What was sent today; null: the start of the sender's day was not known before its company was read. */
  readonly sent_cents: bigint | null
}

export type ReadSides = {
  /** Null: there is none in the scope. */
  readonly from: WalletHolder | null
  readonly to: WalletHolder | null
  /** The sender's; null: there is no sender. */
  readonly terms: TermsRow | null
}

// The day starts in the time zone of the sender's company, which this statement reads itself. So it gets the starts of the
// days of the zones in use, and takes the one that applies.
const sides = `select h.*, t.* from ${holdersFound} h
  left join lateral transfer_terms(case when h.id = $2::uuid then h.id end, h.company_id, $3,
    ($5::timestamptz[])[array_position($4::text[], h.time_zone)]) t on true`

export type SidesRequest = { readonly fromOwnerId: string; readonly toOwnerId: string; readonly now: Date }

type SideRow = HolderRow & TermsRow

const sidesIn = (rows: readonly SideRow[], { fromOwnerId, toOwnerId }: SidesRequest): ReadSides => {
  const rowOf = (id: string) => rows.find((row) => row.id === id) ?? null
  const [fromRow, toRow] = [rowOf(fromOwnerId), rowOf(toOwnerId)]
  return { from: fromRow && holderOf(fromRow), to: toRow && holderOf(toRow), terms: fromRow }
}

/** Both sides of a transfer and the sender's terms, by one statement and thus by one snapshot. */
export const readTransferSides = async (sql: Queries, of: SidesRequest): Promise<ReadSides> => {
  const { fromOwnerId, toOwnerId, now } = of
  const ids = fromOwnerId === toOwnerId ? [fromOwnerId] : [fromOwnerId, toOwnerId]
  const { zones, starts } = daysToday(now)
  return sidesIn(await sql.rows<SideRow>(sides, [ids, fromOwnerId, now.toISOString(), zones, starts]), of)
}

/** Reads both sides in the scope of `sql`, which is `scope`. */
export type SidesReader = (sql: Queries, of: SidesRequest & { readonly scope: Scope }) => Promise<ReadSides>

const sidesOfMany = 'select * from transfers_sides($1, $2, $3, $4, $5, $6)'
/** A statement has at most this many requests, and a request of it at most this many companies. */
const [mostRequests, mostCompanies] = [32, 100]
/** The statement has the scope of each request in its parameters. */
const noCompany: Scope = { kind: 'companies', companyIds: [] }

/**
 * Reads the sides for simultaneous calls by one statement: starting one costs most of what a call reads. Scopes that are no short list
 * of companies have a statement of their own, which the policies limit.
 */
export const createSidesReader = (db: Pick<Database, 'reader'>): SidesReader => {
  const sql = db.reader(noCompany)
  const read = createGroupedCalls<SidesRequest & { companies: string }, ReadSides>({
    run: async (requests) => {
      const days = requests.map(({ now }) => daysToday(now))
      const rows = await sql.rows<SideRow & { readonly request: number }>(sidesOfMany, [
        requests.map(({ companies }) => companies),
        requests.map(({ fromOwnerId }) => fromOwnerId),
        requests.map(({ toOwnerId }) => toOwnerId),
        requests.map(({ now }) => now.toISOString()),
        days.map(({ zones }) => `{${zones.join(',')}}`),
        days.map(({ starts }) => `{${starts.join(',')}}`),
      ])
      const rowsOf: SideRow[][] = requests.map(() => [])
      for (const { request, ...row } of rows) rowsOf[request - 1]?.push(row)
      return requests.map((request, index) => sidesIn(rowsOf[index] ?? [], request))
    },
    most: mostRequests,
    atOnce: 2,
  })
  return (own, { scope, ...request }) => {
    const isShort =
      scope.kind === 'companies' && !scope.allButHidden && scope.companyIds.length <= mostCompanies
    return isShort
      ? read({ ...request, companies: arrayOf(scope.companyIds) })
      : readTransferSides(own, request)
  }
}
