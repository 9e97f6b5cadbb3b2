import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import type { SqlReader } from './current-rates.ts'
import type { LoadsNeeds } from './load-needs.ts'
import type { FindPayment } from './load-page.ts'
import { isLoad, type PaymentRecord } from './load-record.ts'
import { insertRefund, readOpenRefund, withdrawRefund, type CoinAmount } from './load-refunds.sql.ts'
import { isRefundable, isResolvable, refundAmounts } from './load-resolutions.ts'
import { paymentEvent } from './load-step.ts'
import { insertHistory, readOurAddresses } from './loads.sql.ts'
import { refundAddress } from './refund-address.ts'
import type { Resolutions } from './resolution-plans.ts'

type CheckedRefund = {
  readonly load: PaymentRecord
  /** Who enters the address: of a deposit, one of the people of its company. */
  readonly userId: string
  /** Checksummed. */
  readonly address: string
  readonly amounts: readonly CoinAmount[]
}
type CheckRefusal = 'record_not_found' | 'resolution_chosen' | 'resolution_not_possible' | 'validation'

/** The person whose change it is: a deposit is its company's. */
const personOf = (load: PaymentRecord): string | null => (isLoad(load) ? load.userId : null)

/** The typed address, checksummed, where coins of this payment may go. `read` finds addresses of deposits. */
export const checkRefundAddress = async (
  read: SqlReader,
  of: { readonly load: PaymentRecord; readonly typed: string; readonly rail: LoadsNeeds['rail'] },
): Promise<Answer<string, 'validation'>> => {
  const { load, typed, rail } = of
  const wrong = (code: string) => refused('validation', { data: { errors: { address: [code] } } })
  const checked = refundAddress(typed, { load, rail })
  if (!checked.accepted) return wrong(checked.code)
  const among = { network: load.network, among: [checked.value] }
  const ours = await read((sql) => readOurAddresses(sql, among))
  return ours.size > 0 ? wrong('address_not_yours') : checked
}

/** Refunds that a payer requests to an address of their own, and withdraws (domain §5): of loads and of deposits. */
export const createRefundRequests = (kernel: Kernel, needs: LoadsNeeds, resolutions: Resolutions) => {
  const { ids, clock, db } = kernel

  /** The payment as it is now, with the address and the amounts of its refund. */
  const check = async (
    read: SqlReader,
    of: { readonly find: FindPayment; readonly typed: string; readonly userId: string },
  ): Promise<Answer<CheckedRefund, CheckRefusal>> => {
    const found = await resolutions.find(read, of.find)
    if (!found.accepted) return found
    const { load, facts } = found.value
    const ofAll: SqlReader = (use) => db.read(wholeInstallation, use)
    const checked = await checkRefundAddress(ofAll, { load, typed: of.typed, rail: needs.rail })
    if (!checked.accepted) return checked
    if (!isRefundable(load, facts)) return refused('resolution_not_possible')
    return accepted({ load, userId: of.userId, address: checked.value, amounts: refundAmounts(load, facts) })
  }

  /** Records the request on the payment as it was read. */
  const record = async ({ sql, emit, recordChange }: WriteTransaction, made: CheckedRefund) => {
    const { load, userId, address, amounts } = made
    const at = clock.now()
    const id = ids.next()
    if (!(await insertRefund(sql, { id, load, userId, address, amounts, at })))
      return refused('resolution_chosen')
    if (load.status !== 'review') {
      const { exception } = load
      await insertHistory(sql, { id: ids.next(), load, status: 'confirmed', exception, at })
      await insertHistory(sql, { id: ids.next(), load, status: 'review', exception, at })
    }
    const status = { before: null, after: { loadId: load.id, status: 'requested' } }
    const whose = { companyId: load.companyId, userId: personOf(load) }
    recordChange({ entity: 'refund', entityId: id, ...whose, ...status })
    emit(paymentEvent({ ids, load, now: at }, 'load.refund_requested', {}))
    return undefined
  }

  /** Withdraws the open request of a payment, if it is not approved yet. */
  const withdraw = async (
    { sql, emit, recordChange }: Pick<WriteTransaction, 'sql' | 'emit' | 'recordChange'>,
    load: PaymentRecord | null,
  ): Promise<Answer<null, 'record_not_found'>> => {
    const refund = load && isResolvable(load) ? await readOpenRefund(sql, load.id) : null
    if (!load || !refund) return refused('record_not_found')
    const at = clock.now()
    if (!(await withdrawRefund(sql, { refundId: refund.id, loadId: load.id, at })))
      return refused('record_not_found')
    const status = { before: { status: 'requested' }, after: { status: 'withdrawn' } }
    const whose = { companyId: load.companyId, userId: personOf(load) }
    recordChange({ entity: 'refund', entityId: refund.id, ...whose, ...status })
    emit(paymentEvent({ ids, load, now: at }, 'load.refund_withdrawn', {}))
    return accepted(null)
  }

  return { check, record, withdraw }
}
