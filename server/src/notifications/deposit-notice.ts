import { formatCents } from '@cardamom/contract/money'
import { readCompanies } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { readUser } from '../identity/users.sql.ts'
import type { User } from '../identity/user.ts'
import type { Queries } from '../kernel/queries.ts'
import { isLoad } from '../loads/load-record.ts'
import { readPayment } from '../loads/loads.sql.ts'
import type { Notice } from './notification.ts'

/**
 * The person who requested a deposit by crypto, and what became of it: it is in the wallet, or administrators decide about
 * it. Null: nobody is told, as about a wire, which a depositor enters when it has arrived.
 */
export const readDepositNotice = async (
  sql: Queries,
  { id, kind }: { readonly id: string; readonly kind: 'deposit_credited' | 'deposit_review' },
): Promise<{ readonly person: User; readonly notice: Notice } | null> => {
  const payment = await readPayment(sql, id)
  if (!payment || isLoad(payment)) return null
  const person = await readUser(sql, payment.userId)
  const [company] = await readCompanies(sql, [payment.companyId])
  if (!person || !company) return null
  const { ref, netCents } = payment
  const facts = { ref, net: formatCents(netCents), to: brandName(company) }
  const path = `/admin/wallets/deposits/crypto/${id}` as const
  return { person, notice: { kind, facts, path, subjectId: id, isNews: true } }
}
