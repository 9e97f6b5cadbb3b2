import type { ApprovalKind } from '@cardamom/contract/approvals'
import type { moneyRequestStatuses } from '@cardamom/contract/approvals/money-requests'
import { parseCents } from '@cardamom/contract/money'
import { walletTypes } from '@cardamom/contract/wallets/wallet-money'
import { expressionBuilder, sql as fragment, type SqlBool } from 'kysely'
import { readNames } from '../identity/users.sql.ts'
import type { Encryption } from '../kernel/encryption.ts'
import type { FileReader } from '../kernel/list-source.ts'
import { constant, type Queries } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'
import { maySeeApproval, type ApprovalStatus } from './approval.ts'
import { decryptContent, decryptSummary, summaryOf, type ApprovalSummary } from './approval-content.ts'
import { approvals, findApproval, readEncryptedSummaries, type ListedApproval } from './approvals.sql.ts'

type MoneyRequestStatus = (typeof moneyRequestStatuses)[number]
/** The approved ones are records of their own list. */
type OpenOrEnded = Exclude<ApprovalStatus, 'approved'>

const statuses: Record<OpenOrEnded, MoneyRequestStatus> = {
  requested: 'awaiting_check',
  running: 'awaiting_check',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
  expired: 'expired',
  failed: 'failed',
}

const row = expressionBuilder<DB, 'approval'>()
const anyKind = (kinds: readonly ApprovalKind[]) =>
  fragment<SqlBool>`approval.kind in (${fragment.join(kinds.map((kind) => constant(kind)))})`

/** Requests of some kinds without those that were approved, as the source of a list: `kind` is the name of a kind there. */
export const moneyRequestSource = <K extends string>(kinds: Readonly<Record<K, ApprovalKind>>) => ({
  table: 'approval' as const,
  scope: 'companies' as const,
  sorts: { requestedAt: 'approval.id' },
  from: (sql: Queries, { side }: { side?: 'others' | 'yours' | undefined }, { me }: FileReader) => {
    const all = approvals(sql)
      .where(anyKind(Object.values(kinds)))
      .where('status', '<>', constant('approved'))
    if (side === undefined) return all
    return all.where('makerId', side === 'yours' ? '=' : '!=', me.userId)
  },
  filters: {
    status: (wanted: MoneyRequestStatus) => {
      const found = (Object.keys(statuses) as OpenOrEnded[]).filter((each) => statuses[each] === wanted)
      return fragment<SqlBool>`approval.status in (${fragment.join(found.map((each) => constant(each)))})`
    },
    kind: (wanted: K) => anyKind([kinds[wanted]]),
    // It depends on the reader, so it is a condition of `from`.
    side: () => row.lit(true),
  },
})

/** Rows of a page of their files: each is decrypted. */
export const requestsAtOnce = 200

const centsOf = (text: string | undefined): bigint | null => (text === undefined ? null : parseCents(text))

/** What lists show of each request, in their order. Without a summary the content is read, one at a time: it can be large. */
const readSummaries = async (
  sql: Queries,
  encryption: Encryption,
  ids: readonly string[],
): Promise<ApprovalSummary[]> => {
  const encrypted = await readEncryptedSummaries(sql, ids)
  const summaries: ApprovalSummary[] = []
  for (const id of ids) {
    const encryptedSummary = encrypted.get(id)
    if (encryptedSummary) {
      summaries.push(await decryptSummary(encryption, { id, encryptedSummary }))
    } else {
      const row = await findApproval(sql, id)
      if (!row) throw new Error(`The request ${id} is not there`)
      summaries.push(summaryOf(await decryptContent(encryption, row)))
    }
  }
  return summaries
}

const readPeople = (sql: Queries, rows: readonly ListedApproval[]) => {
  const ids = rows.flatMap(({ makerId, checkerId }) => [makerId, checkerId ?? []].flat())
  return readNames(sql, [...new Set(ids)])
}

/**
 * What all lists of requests show of a row, with the row and the ids and texts of its call. What people wrote is for those
 * who may open the request.
 */
export const moneyRequestItems = async (
  rows: readonly ListedApproval[],
  { sql, me }: FileReader,
  encryption: Encryption,
) => {
  const names = await readPeople(sql, rows)
  const ids = rows.map(({ id }) => id)
  const summaries = await readSummaries(sql, encryption, ids)
  return rows.map((each, at) => {
    const summary = summaries[at]
    if (!summary) throw new Error(`The request ${each.id} has no summary`)
    const { facts } = summary
    const canOpen = maySeeApproval(me, each)
    return {
      row: each,
      summary,
      item: {
        id: each.id,
        status: statuses[each.status as OpenOrEnded],
        wallet: walletTypes.find((type) => type === facts['wallet']) ?? null,
        total: centsOf(facts['total']),
        fee: centsOf(facts['fee']),
        reason: canOpen ? each.reason : null,
        requestedByName: names.get(each.makerId) ?? '',
        requestedAt: each.requestedAt,
        expiresAt: each.expiresAt,
        decidedByName: each.checkerId === null ? null : (names.get(each.checkerId) ?? ''),
        decidedAt: each.decidedAt,
        note: canOpen ? each.note : null,
        canOpen,
      },
    }
  })
}

/** The kind of a row, as its list names it. */
export const kindNamed = <K extends string>(
  kinds: Readonly<Record<K, ApprovalKind>>,
  { kind }: Pick<ListedApproval, 'kind'>,
): K => {
  const found = (Object.keys(kinds) as K[]).find((name) => kinds[name] === kind)
  if (found === undefined) throw new Error(`A list of requests has no name for ${kind}`)
  return found
}
