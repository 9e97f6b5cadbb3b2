import type { EventType } from '@cardamom/contract/events'
import { formatCents } from '@cardamom/contract/money'
import type { MailPath } from '@cardamom/contract/mail-paths'
import type { PermissionTag } from '@cardamom/contract/roles'
import { readCompanies } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { topUpRef } from '../deposits/top-up-plan.ts'
import { findCompanyStaff } from '../identity/staff.sql.ts'
import type { Queries } from '../kernel/queries.ts'
import { isLoad } from '../loads/load-record.ts'
import { readPayment } from '../loads/loads.sql.ts'
import { settlementRef } from '../settlements/settlements.list.ts'
import { readSettlement } from '../settlements/settlements.sql.ts'
import { transferRef } from '../transfers/transfers.list.ts'
import { readTransfer } from '../transfers/transfers.sql.ts'
import { readHolderNames } from '../wallets/wallet-holders.sql.ts'
import { readAdjustment } from '../wallets/wallet-adjustments.sql.ts'
import { readWithdrawal } from '../withdrawals/withdrawals.sql.ts'
import { withdrawalRef } from '../withdrawals/withdrawal-plans.ts'
import type { Notice } from './notification.ts'

type CompanyEvent = { readonly id: string; readonly payload: Readonly<Record<string, unknown>> }
/** What a company is told of its own money. Whoever may not open the page is not told (domain §13.9). */
type CompanyNotice = {
  readonly companyId: string
  readonly tag: PermissionTag
  /** The person whom another notice tells of the same. */
  readonly exceptId?: string
  readonly kind: Notice['kind']
  readonly facts: Readonly<Record<string, string>>
  readonly path: MailPath
}
type Find = (sql: Queries, event: CompanyEvent) => Promise<CompanyNotice | null>

const cents = (payload: CompanyEvent['payload'], name: string): string =>
  formatCents(BigInt((payload[name] as string | undefined) ?? '0'))

/** A deposit of the company of the event. Who paid it by crypto has a notice of their own. */
const ofDeposit =
  (statusOf: (payload: CompanyEvent['payload']) => string) =>
  async (sql: Queries, event: CompanyEvent, companyId: string): Promise<CompanyNotice> => {
    const { id, payload } = event
    const payment = await readPayment(sql, id)
    const isCoin = payment !== null && !isLoad(payment)
    const net = isCoin ? formatCents(payment.netCents) : cents(payload, 'netCents')
    return {
      companyId,
      tag: 'deposits.view',
      ...(isCoin ? { exceptId: payment.userId } : {}),
      kind: 'company_deposit',
      facts: { ref: isCoin ? payment.ref : topUpRef(id), net, status: statusOf(payload) },
      path: isCoin ? `/admin/wallets/deposits/crypto/${id}` : `/admin/wallets/deposits?open=${id}`,
    }
  }

const ofTransfer: Find = async (sql, { id }) => {
  const row = await readTransfer(sql, id)
  if (row?.toKind !== 'company') return null
  const names = await readHolderNames(sql, [{ id: row.fromOwnerId, kind: row.fromKind }])
  const facts = {
    ref: transferRef(id),
    net: formatCents(row.netCents),
    sender: names.get(row.fromOwnerId) ?? '',
  }
  const path = `/admin/wallets/${row.toOwnerId}` as const
  return { companyId: row.toOwnerId, tag: 'transfers.view', kind: 'company_transfer', facts, path }
}

const ofAdjustment: Find = async (sql, { id }) => {
  const row = await readAdjustment(sql, id)
  if (row?.ownerKind !== 'company') return null
  const facts = { net: formatCents(row.amountCents), status: row.type }
  const path = `/admin/wallets/${row.ownerId}` as const
  return { companyId: row.ownerId, tag: 'wallets.view', kind: 'company_adjustment', facts, path }
}

const ofSettlement: Find = async (sql, { id }) => {
  const row = await readSettlement(sql, id)
  if (row?.ownerKind !== 'company' || row.paidCents === null || row.paidCents === 0n) return null
  const facts = { ref: settlementRef(id), net: formatCents(row.paidCents) }
  const path = `/admin/settlements/${id}` as const
  return { companyId: row.ownerId, tag: 'settlements.view', kind: 'company_settlement', facts, path }
}

const ofWithdrawal =
  (status: 'approved' | 'rejected' | 'completed'): Find =>
  async (sql, { id }) => {
    const row = await readWithdrawal(sql, id)
    if (row?.ownerKind !== 'company') return null
    return {
      companyId: row.ownerId,
      tag: 'withdrawals.view',
      // Who requested it is told of these two by a notice of their own.
      ...(status === 'approved' ? {} : { exceptId: row.requestedBy }),
      kind: 'company_withdrawal',
      facts: { ref: withdrawalRef(id), net: formatCents(row.netCents), status },
      path: `/admin/withdrawals/${id}`,
    }
  }

const deposits = {
  'topup.accepted': ofDeposit(({ wallet }) => (wallet === 'immediate' ? 'available' : 'pending')),
  'topup.matured': ofDeposit(() => 'available'),
  'topup.payment_set_aside': ofDeposit(() => 'review'),
} as const

const found: Readonly<Partial<Record<EventType, Find>>> = {
  'transfer.completed': ofTransfer,
  'wallet.adjusted': ofAdjustment,
  'settlement.paid': ofSettlement,
  'withdrawal.approved': ofWithdrawal('approved'),
  'withdrawal.rejected': ofWithdrawal('rejected'),
  'withdrawal.confirmed': ofWithdrawal('completed'),
  'allowance.guaranteed': async (_sql, { id, payload }) => ({
    companyId: id,
    tag: 'wallets.view',
    kind: 'company_allowance',
    facts: { net: cents(payload, 'cents') },
    path: `/admin/wallets/${id}`,
  }),
}

export const companyEvents = [...Object.keys(deposits), ...Object.keys(found)] as EventType[]

/** The administrators of a company that an event is about, with the notice; none where no company is told. */
export const readCompanyNotice = async (
  sql: Queries,
  type: EventType,
  event: CompanyEvent & { readonly companyId: string },
): Promise<{
  readonly people: readonly { id: string; companyId: string }[]
  readonly notice: Notice
} | null> => {
  const ofCompany = deposits[type as keyof typeof deposits]
  const told = ofCompany ? await ofCompany(sql, event, event.companyId) : await found[type]?.(sql, event)
  if (!told) return null
  const { companyId, tag, exceptId = null, kind, facts, path } = told
  const [company] = await readCompanies(sql, [companyId])
  if (!company) return null
  const people = await findCompanyStaff(sql, { companyId, tag, exceptId })
  const notice: Notice = {
    kind,
    facts: { ...facts, to: brandName(company) },
    path,
    subjectId: event.id,
    isNews: true,
  }
  return { people, notice }
}
