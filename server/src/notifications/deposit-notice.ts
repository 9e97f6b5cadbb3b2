import { formatCents } from '@cardamom/contract/money'
import { readCompanies } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { readUser } from '../identity/users.sql.ts'
import type { User } from '../identity/user.ts'
import type { Queries } from '../kernel/queries.ts'
import { readPayers } from '../deposits/coin-payer.ts'
import { isLoad, type PaymentRecord } from '../loads/load-record.ts'
import { readOpenRefund } from '../loads/load-refunds.sql.ts'
import { readPayment } from '../loads/loads.sql.ts'
import type { Notice } from './notification.ts'

type DepositNoticeKind =
  | 'deposit_credited'
  | 'deposit_review'
  | 'deposit_address_needed'
  | 'deposit_address_entered'

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

type PayersNotice = { readonly people: readonly Pick<User, 'id' | 'companyId'>[]; readonly notice: Notice }

/** The people of a company who can enter the address of a refund, with a notice about a deposit. */
const readPayersNotice = async (
  sql: Queries,
  { id, kind }: { readonly id: string; readonly kind: 'deposit_address_needed' | 'deposit_address_entered' },
): Promise<PayersNotice | null> => {
  const payment = await readPayment(sql, id)
  if (!payment || isLoad(payment)) return null
  const notice = await depositNotice(sql, { payment, kind })
  if (!notice) return null
  const { companyId } = payment
  const people = await readPayers(sql, payment)
  return { people: people.map((person) => ({ id: person.userId, companyId })), notice }
}

/** They are told that the address of a refund is needed. */
export const readAddressNotice = (sql: Queries, id: string): Promise<PayersNotice | null> =>
  readPayersNotice(sql, { id, kind: 'deposit_address_needed' })

/** They all are told which address was entered and by whom, so that a wrong one is withdrawn in time. */
export const readEnteredAddressNotice = async (sql: Queries, id: string): Promise<PayersNotice | null> => {
  const refund = await readOpenRefund(sql, id)
  const told = refund && (await readPayersNotice(sql, { id, kind: 'deposit_address_entered' }))
  if (!told) return null
  const person = await readUser(sql, refund.userId)
  const sender = person ? `${person.firstName} ${person.lastName}` : ''
  const { notice, people } = told
  return { people, notice: { ...notice, facts: { ...notice.facts, sender, address: refund.address } } }
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
