import {
  listOwnWalletLines,
  listWalletLines,
  walletLineKinds,
  type WalletLine,
  type walletSourceKinds,
} from '@cardamom/contract/wallets/wallet-lines'
import type { WalletType } from '@cardamom/contract/wallets/wallet-records'
import { sql as fragment, type SqlBool } from 'kysely'
import { readSeenBrandNames } from '../companies/companies.sql.ts'
import { dayBounds } from '../kernel/day-bounds.ts'
import { publicRef } from '../kernel/ids.ts'
import { list } from '../kernel/list.ts'
import type { Queries } from '../kernel/queries.ts'
import {
  readSubjects,
  walletLines,
  walletLineSource,
  type JournalSubject,
  type WalletLineRow,
  type WalletSpan,
} from '../ledger/wallet-lines.sql.ts'
import { seesSharesOf } from '../companies/share-access.ts'
import { readSharedTopUps } from '../shares/share-sources.sql.ts'

type SourceKind = (typeof walletSourceKinds)[number]

/** The first word of a kind says what its journals are about, where people know it. */
const sourceKinds: Readonly<Record<string, SourceKind>> = {
  load: 'load',
  topup: 'topup',
  transfer: 'transfer',
  wallet_load: 'wallet_load',
  adjustment: 'adjustment',
  order: 'order',
  settlement: 'settlement',
  withdrawal: 'withdrawal',
  card: 'card',
}

/** First letters of the references that people know. */
const refLetters: Readonly<Partial<Record<SourceKind, string>>> = {
  load: 'L',
  topup: 'D',
  transfer: 'T',
  wallet_load: 'T',
  adjustment: 'A',
  settlement: 'S',
  withdrawal: 'W',
}

const sourceOf = (kind: string, subject: JournalSubject | undefined): WalletLine['source'] => {
  const source = sourceKinds[kind.split('.')[0] ?? '']
  const id = subject?.subjectId ?? null
  if (source === undefined || id === null) return null
  const letter = refLetters[source]
  return { kind: source, id, ref: letter === undefined ? null : publicRef(letter, id) }
}

const kindOf = (kind: string): WalletLine['kind'] =>
  walletLineKinds.find((each) => each === kind.replace('.', '_')) ?? 'other'

const kindsOfShares: Readonly<Partial<Record<WalletLine['kind'], WalletLine['kind']>>> = {
  topup_accepted: 'topup_share',
  topup_reversed: 'topup_share_reversed',
}

/** What the lines of an owner say besides their journals: whose allowance was paid, and which top-ups pay a share only. */
const readSides = async (
  sql: Queries,
  ownerId: string,
  lines: readonly { readonly kind: WalletLine['kind']; readonly subjectId: string | null }[],
) => {
  const subjectsOf = (isOf: (kind: WalletLine['kind']) => boolean) => [
    ...new Set(lines.flatMap(({ kind, subjectId }) => (isOf(kind) ? (subjectId ?? []) : []))),
  ]
  const shared = await readSharedTopUps(sql, {
    ownerId,
    topUpIds: subjectsOf((kind) => kindsOfShares[kind] !== undefined),
  })
  const guaranteed = subjectsOf((kind) => kind === 'allowance_guaranteed').filter((id) => id !== ownerId)
  const companies = await readSeenBrandNames(sql, guaranteed)
  return (kind: WalletLine['kind'], subjectId: string | null) => {
    if (kind === 'allowance_guaranteed' && subjectId !== null && subjectId !== ownerId)
      return { kind: 'allowance_paid' as const, companyName: companies.get(subjectId) ?? null }
    return {
      kind: (shared.has(subjectId ?? '') ? kindsOfShares[kind] : undefined) ?? kind,
      companyName: null,
    }
  }
}

/** Lines of one wallet as people read them, each with what it comes from. */
export const lineViews = async (sql: Queries, rows: readonly WalletLineRow[]): Promise<WalletLine[]> => {
  const [first] = rows
  if (!first) return []
  const subjects = await readSubjects(
    sql,
    rows.map(({ journalId }) => journalId),
  )
  const lines = rows.map((row) => ({
    row,
    kind: kindOf(row.kind),
    subjectId: subjects.get(row.journalId)?.subjectId ?? null,
  }))
  const sideOf = await readSides(sql, first.ownerId, lines)
  return lines.map(({ row, kind, subjectId }) => {
    const subject = subjects.get(row.journalId)
    return {
      id: String(row.seq),
      at: row.effectiveAt,
      ...sideOf(kind, subjectId),
      isReversal: subject?.isReversal ?? false,
      available: { before: row.availableBefore, after: row.availableAfter },
      pending: { before: row.pendingBefore, after: row.pendingAfter },
      reserved: { before: row.reservedBefore, after: row.reservedAfter },
      source: sourceOf(row.kind, subject),
    }
  })
}

export type Period = {
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly zone?: string | undefined
}

/** The period of some days of a wallet, in their zone. */
export const spanOf = (
  key: { ownerId: string; wallet: WalletType },
  { since, until, zone = 'UTC' }: Period,
): WalletSpan => ({
  ...key,
  from: since === undefined ? null : dayBounds(since, zone).from,
  before: until === undefined ? null : dayBounds(until, zone).before,
})

/** The period limits the rows in `from`, where its days and its zone are known together. */
const always = () => fragment<SqlBool>`true`
const filters = { wallet: always, since: always, until: always, zone: always }
const { ownScope, ...source } = walletLineSource

/** Lines of a wallet whose shares the reader sees: most lines say what a share or a settlement was. */
export const walletLinesList = list(listWalletLines, {
  ...source,
  from: (sql, { ownerId, wallet, ...period }, { me }) => {
    const lines = walletLines(sql, spanOf({ ownerId, wallet }, period))
    return seesSharesOf(me, ownerId) ? lines : lines.where(fragment<SqlBool>`false`)
  },
  filters: { ...filters, ownerId: always },
  items: (rows, { sql }) => lineViews(sql, rows),
})

/** Lines of one of the reader's wallets. */
export const ownWalletLinesList = list(listOwnWalletLines, {
  ...source,
  scope: ownScope,
  from: (sql, { wallet, ...period }, { me }) =>
    walletLines(sql, spanOf({ ownerId: me.userId, wallet }, period)),
  filters,
  items: (rows, { sql }) => lineViews(sql, rows),
})
