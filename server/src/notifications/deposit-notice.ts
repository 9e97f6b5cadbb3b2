import { formatCents } from '@cardamom/contract/money'
import { readPresentPrincipals } from '../access/present-principals.ts'
import { readCompanies } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { readUser } from '../identity/users.sql.ts'
import type { User } from '../identity/user.ts'
import type { Queries } from '../kernel/queries.ts'
import { isPayerOf } from '../deposits/coin-payer.ts'
import { isLoad, type PaymentRecord } from '../loads/load-record.ts'
import { readPayment } from '../loads/loads.sql.ts'
import type { Notice } from './notification.ts'

type DepositNoticeKind = 'deposit_credited' | 'deposit_review' | 'deposit_address_needed'

const depositNotice = async (
  sql: Queries,
  { payment, kind }: { readonly payment: PaymentRecord; readonly kind: DepositNoticeKind },
): Promise<Notice | null> => {
  const [company] = await readCompanies(sql, [payment.companyId])
  if (!company) return null
  const { id, ref, netCents } = payment
  const facts = { ref, net: formatCents(netCents), to: brandName(company) }
  const path = `/admin/wallets/deposits/crypto/${id}` as const
  return { kind, facts, path, subjectId: id, isNews: true }
}

/** Roles of administrators that may move the money of their company. */
const payerRoles = [5, 9]

/** The people of the company who can enter the address of a refund, and the notice that it is needed. */
export const readAddressNotice = async (
  sql: Queries,
  id: string,
): Promise<{
  readonly people: readonly Pick<User, 'id' | 'companyId'>[]
  readonly notice: Notice
} | null> => {
  const payment = await readPayment(sql, id)
  if (!payment || isLoad(payment)) return null
  const notice = await depositNotice(sql, { payment, kind: 'deposit_address_needed' })
  if (!notice) return null
  const { companyId } = payment
  const holders = await readPresentPrincipals(sql, { roleIds: payerRoles, companyId })
  const people = holders.filter((person) => isPayerOf(payment, person))
  return { people: people.map((person) => ({ id: person.userId, companyId })), notice }
}

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
  const notice = await depositNotice(sql, { payment, kind })
  return person && notice && { person, notice }
}
