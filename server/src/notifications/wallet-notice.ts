import { formatCents } from '@cardamom/contract/money'
import { readCompanies } from '../companies/companies.sql.ts'
import { brandName, isWithin } from '../companies/company.ts'
import { readUser } from '../identity/users.sql.ts'
import type { User } from '../identity/user.ts'
import type { Queries } from '../kernel/queries.ts'
import { settlementRef } from '../settlements/settlements.list.ts'
import { listLines, readSettlement, type SettlementRecord } from '../settlements/settlements.sql.ts'
import { transferRef } from '../transfers/transfers.list.ts'
import { readTransfer, type TransferRecord } from '../transfers/transfers.sql.ts'
import { adjustmentRef } from '../wallets/wallet-adjustments.list.ts'
import { readAdjustment } from '../wallets/wallet-adjustments.sql.ts'
import { readHolderNames } from '../wallets/wallet-holders.sql.ts'
import type { Notice } from './notification.ts'

type PersonalNotice = { readonly person: User; readonly notice: Notice }

/**
 * What a settlement paid; `recovered`: all of its money went to what was owed, also by a line by hand, or to an immediate
 * wallet below zero; `deducted`: it had no money, and a line by hand is owed. Null: nothing of it was for the owner.
 */
export const settlementFacts = ({
  paidCents,
  maturedCents,
  addedCents,
  deductedCents,
}: Pick<SettlementRecord, 'paidCents' | 'maturedCents' | 'addedCents' | 'deductedCents'>): {
  net: string
  status: 'paid' | 'recovered' | 'deducted'
} | null => {
  if (paidCents === null) return null
  if (paidCents > 0n) return { net: formatCents(paidCents), status: 'paid' }
  const recovered = maturedCents + addedCents
  if (recovered > 0n) return { net: formatCents(recovered), status: 'recovered' }
  return deductedCents > 0n ? { net: formatCents(deductedCents), status: 'deducted' } : null
}

/** The same with the notes of what was deducted, which its owner reads in the settlement too. */
export const readSettlementFacts = async (sql: Queries, row: SettlementRecord) => {
  const facts = settlementFacts(row)
  if (facts?.status !== 'deducted') return facts
  const lines = (await listLines(sql, row.id)).filter(({ amountCents }) => amountCents < 0n)
  return { ...facts, reason: lines.flatMap(({ note }) => note ?? []).join(' · ') }
}

/** The person whose settlement was paid. Null: it is a company's, or nothing of it was for the owner. */
export const readSettlementNotice = async (sql: Queries, id: string): Promise<PersonalNotice | null> => {
  const row = await readSettlement(sql, id)
  if (row?.ownerKind !== 'person') return null
  const paid = await readSettlementFacts(sql, row)
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

/** The other side of a transfer as a person reads it: a company, also of another person, whose name is not for them. */
const readOtherSide = async (sql: Queries, id: string): Promise<string> => {
  const [company] = await readCompanies(sql, [(await readUser(sql, id))?.companyId ?? id])
  return company ? brandName(company) : ''
}

/** Null: the receiver is a company or a card, whose holder is told once it is loaded. */
const receiverNotice = async (sql: Queries, row: TransferRecord): Promise<PersonalNotice | null> => {
  if (row.toKind !== 'person') return null
  const { id } = row
  const person = await readUser(sql, row.toOwnerId)
  if (!person) return null
  const sender = await readOtherSide(sql, row.fromOwnerId)
  const facts = { ref: transferRef(id), net: formatCents(row.netCents), sender }
  const path = `/wallet/lines?wallet=${row.wallet}` as const
  return { person, notice: { kind: 'transfer_received', facts, path, subjectId: id, isNews: true } }
}

/** Null: the sender is a company, or made the transfer. */
const senderNotice = async (sql: Queries, row: TransferRecord): Promise<PersonalNotice | null> => {
  const { id, fromOwnerId, fromKind, toOwnerId, requestedBy } = row
  if (fromKind !== 'person' || fromOwnerId === requestedBy) return null
  const person = await readUser(sql, fromOwnerId)
  if (!person) return null
  const receiver = await readOtherSide(sql, toOwnerId)
  const facts = { ref: transferRef(id), net: formatCents(row.totalCents), receiver }
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
