import type { Kernel } from '../kernel/module.ts'
import { filePages } from '../kernel/file-pages.ts'
import type { Queries } from '../kernel/queries.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { findJournalByKey } from '../ledger/journal-view.sql.ts'
import { proveEntry, type InclusionProof } from '../ledger/proof.ts'
import { topUpRef } from '../deposits/top-up-plan.ts'
import { listSettledShares } from '../shares/share-settlements.sql.ts'
import type { Payment } from './settlement.ts'
import { readPaid, type ShownLine } from './settlement-detail.ts'
import { settlementKey } from './settlement-postings.ts'
import { settlementViews } from './settlements.list.ts'
import type { SettlementRecord } from './settlements.sql.ts'
import { readShareBases, type ShareBasis } from './share-basis.ts'

export type FiledShare = {
  readonly id: string
  readonly source: 'load' | 'topup'
  readonly ref: string | null
  readonly acceptedAt: Date
  readonly dueAt: Date | null
  readonly basis: ShareBasis | null
  /** As it was computed, and what was left of it when the settlement was approved. */
  readonly earnedCents: bigint
  readonly settledCents: bigint
}

export type FiledLine = ShownLine & { readonly ref: string | null }

/** All data of the file of a paid settlement. None of it changes later, except names. */
export type SettlementFile = {
  readonly row: SettlementRecord
  readonly ref: string
  readonly ownerName: string
  readonly companyName: string
  readonly lines: readonly FiledLine[]
  readonly payment: Payment
  readonly journal: { readonly id: string; readonly key: string }
  readonly proof: InclusionProof
  readonly shares: AsyncIterable<readonly FiledShare[]>
}

type ShareRow = Awaited<ReturnType<typeof listSettledShares>>[number]

const filedShares = async (sql: Queries, rows: readonly ShareRow[]): Promise<FiledShare[]> => {
  const bases = await readShareBases(
    sql,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, sourceKind, sourceId, acceptedAt, dueAt, amountCents, settledCents }) => ({
    id,
    source: sourceKind,
    ref: sourceKind === 'topup' ? topUpRef(sourceId) : (bases.get(id)?.ref ?? null),
    acceptedAt,
    dueAt,
    basis: bases.get(id)?.basis ?? null,
    earnedCents: amountCents,
    settledCents,
  }))
}

const sharesOf = async function* (sql: Queries, settlementId: string): AsyncGenerator<FiledShare[]> {
  const read = (last: ShareRow | null, limit: number) =>
    listSettledShares(sql, { settlementId, after: last?.id ?? null, limit })
  for await (const rows of filePages<ShareRow>({ read })) yield await filedShares(sql, rows)
}

/**
 * The journal of a paid settlement with its proof; null: no signed block has it yet. It shows the beneficiary's own parts
 * only, so it is read outside of the reader's scope, who sees the settlement.
 */
export const readJournalProof = (
  { db }: Pick<Kernel, 'db'>,
  row: SettlementRecord,
  publicKey: string,
): Promise<{ id: string; proof: InclusionProof } | null> =>
  db.read(wholeInstallation, async (sql) => {
    const [id] = await findJournalByKey(sql, settlementKey(row))
    const proof =
      id === undefined ? null : await proveEntry(sql, { id, reader: { ownerId: row.ownerId }, publicKey })
    return id === undefined || proof === null ? null : { id, proof }
  })

/** Reads a paid settlement for its file, in the scope of its reader. */
export const readSettlementFile = async (
  sql: Queries,
  row: SettlementRecord,
  proven: { readonly id: string; readonly proof: InclusionProof },
): Promise<SettlementFile> => {
  const { payment, lines } = await readPaid(sql, row)
  const bases = await readShareBases(
    sql,
    lines.flatMap(({ shareId }) => shareId ?? []),
  )
  const [view] = await settlementViews(sql, [row])
  if (!view) throw new Error('A settlement has no view')
  return {
    row,
    ref: view.ref,
    ownerName: view.ownerName,
    companyName: view.companyName,
    lines: lines.map((line) => ({ ...line, ref: bases.get(line.shareId ?? '')?.ref ?? null })),
    payment,
    journal: { id: proven.id, key: settlementKey(row) },
    proof: proven.proof,
    shares: sharesOf(sql, row.id),
  }
}
