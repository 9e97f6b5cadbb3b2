import type { EventType } from '@cardamom/contract/events'
import { formatCents } from '@cardamom/contract/money'
import { readCompanyStaff } from '../access/company-staff.ts'
import { readCompanies } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { topUpRef } from '../deposits/top-up-plan.ts'
import { readNames } from '../identity/users.sql.ts'
import type { Queries } from '../kernel/queries.ts'
import { isLoad } from '../loads/load-record.ts'
import { readPayment } from '../loads/loads.sql.ts'
import { settlementRef } from '../settlements/settlements.list.ts'
import { readSettlement } from '../settlements/settlements.sql.ts'
import { readAdjustment } from '../wallets/wallet-adjustments.sql.ts'
import { readAddress, readWithdrawal } from '../withdrawals/withdrawals.sql.ts'
import { withdrawalRef } from '../withdrawals/withdrawal-plans.ts'
import {
  ofBatch,
  ofCancelled,
  ofReserved,
  ofTransfer,
  type CompanyEvent,
  type CompanyNotice,
  type Find,
} from './company-transfer-notice.ts'
import { ofTerms } from './company-terms-notice.ts'
import type { Notice } from './notification.ts'
import { readSettlementFacts } from './wallet-notice.ts'

const cents = (payload: CompanyEvent['payload'], name: string): string =>
  formatCents(BigInt((payload[name] as string | undefined) ?? '0'))

/** A deposit of the company of the event. Who paid it by crypto has a notice of their own where `payerIsTold`. */
const ofDeposit =
  (statusOf: (payload: CompanyEvent['payload']) => string, { payerIsTold }: { payerIsTold: boolean }) =>
  async (sql: Queries, event: CompanyEvent, companyId: string): Promise<CompanyNotice> => {
    const { id, payload } = event
    const payment = await readPayment(sql, id)
    const isCoin = payment !== null && !isLoad(payment)
    const net = isCoin ? formatCents(payment.netCents) : cents(payload, 'netCents')
    const status = statusOf(payload)
    // The release day of a wire is known once a person has found it on a statement.
    const day =
      isCoin && status === 'pending' ? { status: 'dated', by: payment.releaseFrom.toISOString() } : {}
    return {
      companyId,
      tag: 'deposits.view',
      ...(isCoin && payerIsTold ? { exceptId: payment.userId } : {}),
      kind: 'company_deposit',
      facts: { ref: isCoin ? payment.ref : topUpRef(id), net, status, ...day },
      path: isCoin ? `/admin/wallets/deposits/crypto/${id}` : `/admin/wallets/deposits?open=${id}`,
    }
  }

/** The company whose wallet was negative, and its guarantor that paid it. */
const ofGuarantee: Find = async (sql, { id, payload }) => {
  const guarantorId = payload['guarantorId'] as string
  const companies = await readCompanies(sql, [id, guarantorId])
  const nameOf = (of: string) => {
    const company = companies.find((each) => each.id === of)
    return company ? brandName(company) : ''
  }
  const [tag, net] = ['wallets.view' as const, cents(payload, 'cents')]
  return [
    {
      companyId: id,
      tag,
      kind: 'company_allowance',
      facts: { net, sender: nameOf(guarantorId) },
      path: `/admin/wallets/${id}`,
    },
    {
      companyId: guarantorId,
      tag,
      kind: 'company_guarantee',
      facts: { net, receiver: nameOf(id) },
      path: `/admin/wallets/${guarantorId}`,
    },
  ]
}

const ofAdjustment: Find = async (sql, { id }) => {
  const row = await readAdjustment(sql, id)
  if (row?.ownerKind !== 'company') return []
  const facts = { net: formatCents(row.amountCents), status: row.type }
  const path = `/admin/wallets/${row.ownerId}` as const
  return [{ companyId: row.ownerId, tag: 'wallets.view', kind: 'company_adjustment', facts, path }]
}

const ofSettlement: Find = async (sql, { id }) => {
  const row = await readSettlement(sql, id)
  const paid = row?.ownerKind === 'company' ? await readSettlementFacts(sql, row) : null
  if (!row || !paid) return []
  const facts = { ref: settlementRef(id), ...paid }
  const path = `/admin/settlements/${id}` as const
  return [{ companyId: row.ownerId, tag: 'settlements.view', kind: 'company_settlement', facts, path }]
}

/** Whoever may withdraw is told of a new address; who added it has a notice of their own. */
const ofAddress: Find = async (sql, { id }) => {
  const row = await readAddress(sql, id)
  if (row?.ownerKind !== 'company') return []
  const { ownerId, label, usableFrom, addedBy } = row
  const names = await readNames(sql, [addedBy])
  const facts = { label, by: usableFrom.toISOString(), sender: names.get(addedBy) ?? '' }
  const path = '/admin/withdrawals/new'
  const told = { companyId: ownerId, exceptId: addedBy, facts, path } as const
  return [{ ...told, tag: 'withdrawals.create', kind: 'company_address' }]
}

const ofWithdrawal =
  (status: 'approved' | 'rejected' | 'completed'): Find =>
  async (sql, { id }) => {
    const row = await readWithdrawal(sql, id)
    if (row?.ownerKind !== 'company') return []
    return [
      {
        companyId: row.ownerId,
        tag: 'withdrawals.view',
        // Who requested it is told of these two by a notice of their own.
        ...(status === 'approved' ? {} : { exceptId: row.requestedBy }),
        kind: 'company_withdrawal',
        facts: { ref: withdrawalRef(id), net: formatCents(row.netCents), status },
        path: `/admin/withdrawals/${id}`,
      },
    ]
  }

const deposits = {
  'topup.accepted': ofDeposit(({ wallet }) => (wallet === 'immediate' ? 'available' : 'pending'), {
    payerIsTold: true,
  }),
  'topup.matured': ofDeposit(() => 'available', { payerIsTold: false }),
  'topup.payment_set_aside': ofDeposit(() => 'review', { payerIsTold: true }),
  'topup.reversed': ofDeposit(() => 'reversed', { payerIsTold: false }),
} as const

const found: Readonly<Partial<Record<EventType, Find>>> = {
  'transfer.completed': ofTransfer,
  'transfer.reserved': ofReserved,
  'transfer.cancelled': ofCancelled,
  'transfer.batch_created': ofBatch,
  'wallet.adjusted': ofAdjustment,
  'settlement.paid': ofSettlement,
  'payout_address.added': ofAddress,
  'withdrawal.approved': ofWithdrawal('approved'),
  'withdrawal.rejected': ofWithdrawal('rejected'),
  'withdrawal.confirmed': ofWithdrawal('completed'),
  'allowance.guaranteed': ofGuarantee,
  'company.terms_changed': ofTerms,
}

/** A guarantee and a change of terms have no record of their own: each is a row. */
const rowsOfTheirOwn: ReadonlySet<EventType> = new Set(['allowance.guaranteed', 'company.terms_changed'])

export const companyEvents = [...Object.keys(deposits), ...Object.keys(found)] as EventType[]

type ToldCompany = {
  readonly people: readonly { id: string; companyId: string }[]
  readonly notice: Notice
}

/** The administrators of each company that an event is about, with their notice; none where no company is told. */
export const readCompanyNotices = async (
  sql: Queries,
  type: EventType,
  event: CompanyEvent & { readonly companyId: string },
): Promise<ToldCompany[]> => {
  const ofCompany = deposits[type as keyof typeof deposits]
  const told = ofCompany
    ? [await ofCompany(sql, event, event.companyId)]
    : ((await found[type]?.(sql, event)) ?? [])
  const companies = await readCompanies(
    sql,
    told.map(({ companyId }) => companyId),
  )
  const notices: ToldCompany[] = []
  for (const { companyId, tag, exceptId = null, kind, facts, path } of told) {
    const company = companies.find(({ id }) => id === companyId)
    if (!company) continue
    const staff = await readCompanyStaff(sql, companyId)
    const people = staff
      .filter(({ userId, may }) => userId !== exceptId && may(tag))
      .map(({ userId }) => ({ id: userId, companyId }))
    const all = { ...facts, to: brandName(company) }
    const subjectId = rowsOfTheirOwn.has(type) ? null : event.id
    notices.push({ people, notice: { kind, facts: all, path, subjectId, isNews: true } })
  }
  return notices
}
