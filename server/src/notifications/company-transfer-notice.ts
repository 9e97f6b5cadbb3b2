import { formatCents } from '@cardamom/contract/money'
import type { MailPath } from '@cardamom/contract/mail-paths'
import type { PermissionTag } from '@cardamom/contract/roles'
import { listCardsByIds } from '../cards/cards.sql.ts'
import { readUser } from '../identity/users.sql.ts'
import type { Queries } from '../kernel/queries.ts'
import { transferRef } from '../transfers/transfers.list.ts'
import { readTransfer } from '../transfers/transfers.sql.ts'
import { batchRef } from '../transfers/wallet-load-batches.list.ts'
import { isBatchRow, readBatch, readFirstCardOf } from '../transfers/wallet-load-batches.sql.ts'
import type { Notice } from './notification.ts'
import { readSideName } from './wallet-notice.ts'

export type CompanyEvent = { readonly id: string; readonly payload: Readonly<Record<string, unknown>> }
/** What a company is told of its own money. Whoever may not open the page is not told (domain §13.9). */
export type CompanyNotice = {
  readonly companyId: string
  readonly tag: PermissionTag
  /** The person whom another notice tells of the same. */
  readonly exceptId?: string
  readonly kind: Notice['kind']
  readonly facts: Readonly<Record<string, string>>
  readonly path: MailPath
}
export type Find = (sql: Queries, event: CompanyEvent) => Promise<readonly CompanyNotice[]>

/** The company that sent money, if the person who did it is not of it. */
const ofSender = async (
  sql: Queries,
  of: Readonly<Record<'companyId' | 'requestedBy' | 'ref' | 'receiver', string>> & { totalCents: bigint },
): Promise<CompanyNotice[]> => {
  const { companyId, requestedBy, ref, receiver, totalCents } = of
  const actor = await readUser(sql, requestedBy)
  if (actor?.companyId === companyId) return []
  const facts = { ref, net: formatCents(totalCents), receiver }
  const path = `/admin/wallets/${companyId}` as const
  return [{ companyId, tag: 'transfers.view', kind: 'company_transfer_sent', facts, path }]
}

/** The receiving company, and the sending one whose money another company's administrator transferred. */
export const ofTransfer: Find = async (sql, { id }) => {
  const row = await readTransfer(sql, id)
  // Its holder is told of money on a card.
  if (!row || row.toKind === 'card') return []
  const { fromOwnerId, fromKind, toOwnerId, toKind } = row
  const [ref, tag] = [transferRef(id), 'transfers.view' as const]
  const told: CompanyNotice[] = []
  if (toKind === 'company') {
    const facts = {
      ref,
      net: formatCents(row.netCents),
      sender: await readSideName(sql, { id: fromOwnerId, kind: fromKind, toCompanyId: toOwnerId }),
    }
    const path = `/admin/wallets/${toOwnerId}` as const
    told.push({ companyId: toOwnerId, tag, kind: 'company_transfer', facts, path })
  }
  if (fromKind === 'company' && fromOwnerId !== toOwnerId) {
    const receiver = await readSideName(sql, { id: toOwnerId, kind: toKind, toCompanyId: fromOwnerId })
    told.push(...(await ofSender(sql, { ...row, ref, companyId: fromOwnerId, receiver })))
  }
  return told
}

/** The company whose money an administrator moved to a card. What is part of a batch is told with the batch. */
export const ofReserved: Find = async (sql, { id }) => {
  const row = await readTransfer(sql, id)
  if (row?.fromKind !== 'company' || (await isBatchRow(sql, id))) return []
  const { fromOwnerId: companyId, cardHolderId } = row
  const side = { id: cardHolderId ?? '', kind: 'person', toCompanyId: companyId } as const
  const receiver = await readSideName(sql, side)
  return ofSender(sql, { ref: transferRef(id), ...row, companyId, receiver })
}

/** The same of several cards: the notice names the first holder, and how many others there are. */
export const ofBatch: Find = async (sql, { id }) => {
  const batch = await readBatch(sql, id)
  const [first] = await listCardsByIds(sql, await readFirstCardOf(sql, id))
  if (!batch || !first) return []
  const { companyId, rowCount } = batch
  const name = await readSideName(sql, { id: first.userId, kind: 'person', toCompanyId: companyId })
  const receiver = rowCount > 1 ? `${name} +${rowCount - 1}` : name
  return ofSender(sql, { ref: batchRef(id), ...batch, receiver })
}

/** What the text names; the issuer's own codes are none of them. */
const named = ['cancelled', 'absent', 'card_not_loadable', 'card_invalid', 'over_emergency']

/** The company whose transfer to a card was cancelled, unless a person of its own did. */
export const ofCancelled: Find = async (sql, { id }) => {
  const row = await readTransfer(sql, id)
  if (row?.fromKind !== 'company') return []
  const { fromOwnerId: companyId, cancelledBy, cardHolderId, totalCents, refusal } = row
  const actor = cancelledBy === null ? null : await readUser(sql, cancelledBy)
  if (actor?.companyId === companyId) return []
  const side = { id: cardHolderId ?? '', kind: 'person', toCompanyId: companyId } as const
  const receiver = await readSideName(sql, side)
  const reason = named.find((each) => each === refusal) ?? 'other'
  const facts = { ref: transferRef(id), net: formatCents(totalCents), receiver, reason }
  const path = `/admin/wallets/${companyId}` as const
  return [{ companyId, tag: 'transfers.view', kind: 'company_transfer_cancelled', facts, path }]
}
