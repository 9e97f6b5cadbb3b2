import { formatCents } from '@cardamom/contract/money'
import { readCompanies } from '../companies/companies.sql.ts'
import { brandName, isWithin } from '../companies/company.ts'
import { readUser } from '../identity/users.sql.ts'
import type { User } from '../identity/user.ts'
import type { Queries } from '../kernel/queries.ts'
import { settlementRef } from '../settlements/settlements.list.ts'
import { readSettlement, type SettlementRecord } from '../settlements/settlements.sql.ts'
import { transferRef } from '../transfers/transfers.list.ts'
import { readTransfer, type TransferRecord } from '../transfers/transfers.sql.ts'
import { adjustmentRef } from '../wallets/wallet-adjustments.list.ts'
import { readAdjustment } from '../wallets/wallet-adjustments.sql.ts'
import { readHolderNames } from '../wallets/wallet-holders.sql.ts'
import type { Notice } from './notification.ts'

type PersonalNotice = { readonly person: User; readonly notice: Notice }

type PaidSettlement = Pick<
  SettlementRecord,
  'paidCents' | 'owedBeforeCents' | 'owedAfterCents' | 'allowanceCents'
>

/** What a settlement paid; `recovered`: what it paid to others, because nothing was left. Null: it paid nothing to anybody. */
export const settlementFacts = (
  row: PaidSettlement,
): { net: string; status: 'paid' | 'recovered' } | null => {
  const { paidCents, owedBeforeCents, owedAfterCents, allowanceCents } = row
  if (paidCents === null) return null
  if (paidCents > 0n) return { net: formatCents(paidCents), status: 'paid' }
  const recovered = (owedBeforeCents ?? 0n) - (owedAfterCents ?? 0n) + (allowanceCents ?? 0n)
  return recovered > 0n ? { net: formatCents(recovered), status: 'recovered' } : null
}

/** The person whose settlement was paid. Null: it is a company's, or there was no money in it. */
export const readSettlementNotice = async (sql: Queries, id: string): Promise<PersonalNotice | null> => {
  const row = await readSettlement(sql, id)
  if (row?.ownerKind !== 'person') return null
  const paid = settlementFacts(row)
  const person = await readUser(sql, row.ownerId)
  if (!person || !paid) return null
  const facts = { ref: settlementRef(id), ...paid }
  const path = `/wallet/settlements?open=${id}` as const
  return { person, notice: { kind: 'settlement_paid', facts, path, subjectId: id, isNews: true } }
}

/** The people whose wallets got a transfer, and from whose wallets an administrator made it. */
export const readTransferNotices = async (sql: Queries, id: string): Promise<readonly PersonalNotice[]> => {
  const row = await readTransfer(sql, id)
  if (!row) return []
  const told = [await receiverNotice(sql, row), await senderNotice(sql, row)]
  return told.filter((each) => each !== null)
}

/** Null: the receiver is a company or a card, whose holder is told once it is loaded. */
const receiverNotice = async (sql: Queries, row: TransferRecord): Promise<PersonalNotice | null> => {
  if (row.toKind !== 'person') return null
  const { id } = row
  const person = await readUser(sql, row.toOwnerId)
  if (!person) return null
  const names = await readHolderNames(sql, [{ id: row.fromOwnerId, kind: row.fromKind }])
  const sender = names.get(row.fromOwnerId) ?? ''
  const facts = { ref: transferRef(id), net: formatCents(row.netCents), sender }
  const path = `/wallet/lines?wallet=${row.wallet}` as const
  return { person, notice: { kind: 'transfer_received', facts, path, subjectId: id, isNews: true } }
}

/** Null: the sender is a company, or made the transfer, or is the receiver too. */
const senderNotice = async (sql: Queries, row: TransferRecord): Promise<PersonalNotice | null> => {
  const { id, fromOwnerId, fromKind, toOwnerId, toKind, requestedBy } = row
  if (fromKind !== 'person' || toKind === 'card') return null
  if (fromOwnerId === toOwnerId || fromOwnerId === requestedBy) return null
  const person = await readUser(sql, fromOwnerId)
  if (!person) return null
  // People read only the company of another person.
  const receiver = toKind === 'person' ? await readUser(sql, toOwnerId) : null
  const [company] = await readCompanies(sql, [receiver?.companyId ?? toOwnerId])
  const facts = {
    ref: transferRef(id),
    net: formatCents(row.totalCents),
    receiver: company ? brandName(company) : '',
  }
  const path = `/wallet/transfers?open=${id}` as const
  return { person, notice: { kind: 'transfer_sent', facts, path, subjectId: id, isNews: true } }
}

/** The person whose wallet was adjusted. Null: it is a company's. */
export const readAdjustmentNotice = async (sql: Queries, id: string): Promise<PersonalNotice | null> => {
  const row = await readAdjustment(sql, id)
  const person = row?.ownerKind === 'person' ? await readUser(sql, row.ownerId) : null
  if (!row || !person) return null
  const facts = { ref: adjustmentRef(id), net: formatCents(row.amountCents), status: row.type }
  const path = `/wallet/adjustments?open=${id}` as const
  return { person, notice: { kind: 'wallet_adjusted', facts, path, subjectId: id, isNews: true } }
}

/**
 * A side of a transfer as the staff of the company of the other side know it. They see people of their company and of
 * those below it; of anyone else they read the name of the company.
 */
export const readSideName = async (
  sql: Queries,
  side: { readonly id: string; readonly kind: 'company' | 'person'; readonly toCompanyId: string },
): Promise<string> => {
  const { id, kind, toCompanyId } = side
  const person = kind === 'person' ? await readUser(sql, id) : null
  const [company] = person ? await readCompanies(sql, [person.companyId]) : []
  if (company && !isWithin(company, toCompanyId)) return brandName(company)
  return (await readHolderNames(sql, [{ id, kind }])).get(id) ?? ''
}
