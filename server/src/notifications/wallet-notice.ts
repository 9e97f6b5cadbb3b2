import { formatCents } from '@cardamom/contract/money'
import { readCompanies } from '../companies/companies.sql.ts'
import { brandName, isWithin } from '../companies/company.ts'
import { readUser } from '../identity/users.sql.ts'
import type { User } from '../identity/user.ts'
import type { Queries } from '../kernel/queries.ts'
import { settlementRef } from '../settlements/settlements.list.ts'
import { readSettlement } from '../settlements/settlements.sql.ts'
import { transferRef } from '../transfers/transfers.list.ts'
import { readTransfer } from '../transfers/transfers.sql.ts'
import { readHolderNames } from '../wallets/wallet-holders.sql.ts'
import type { Notice } from './notification.ts'

type PersonalNotice = { readonly person: User; readonly notice: Notice }

/** The person whose settlement was paid. Null: it is a company's, or what was owed before took all of it. */
export const readSettlementNotice = async (sql: Queries, id: string): Promise<PersonalNotice | null> => {
  const row = await readSettlement(sql, id)
  if (row?.ownerKind !== 'person' || row.paidCents === null || row.paidCents === 0n) return null
  const person = await readUser(sql, row.ownerId)
  if (!person) return null
  const facts = { ref: settlementRef(id), net: formatCents(row.paidCents) }
  const path = `/wallet/settlements?open=${id}` as const
  return { person, notice: { kind: 'settlement_paid', facts, path, subjectId: id, isNews: true } }
}

/** The person whose wallet got a transfer. Null: the receiver is a company. */
export const readTransferNotice = async (sql: Queries, id: string): Promise<PersonalNotice | null> => {
  const row = await readTransfer(sql, id)
  if (row?.toKind !== 'person') return null
  const person = await readUser(sql, row.toOwnerId)
  if (!person) return null
  const names = await readHolderNames(sql, [{ id: row.fromOwnerId, kind: row.fromKind }])
  const sender = names.get(row.fromOwnerId) ?? ''
  const facts = { ref: transferRef(id), net: formatCents(row.netCents), sender }
  const path = `/wallet/lines?wallet=${row.wallet}` as const
  return { person, notice: { kind: 'transfer_received', facts, path, subjectId: id, isNews: true } }
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
