import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Work } from '../kernel/jobs.ts'
import type { Screening } from './screening.ts'

/** A transfer whose sender is looked up. */
export type ScreenedPayment = {
  readonly transferId: string
  readonly loadId: string
  readonly companyId: string
  readonly userId: string
  /** Address of the wallet that paid. */
  readonly sender: string
  readonly seenAt: Date
}

export type PaymentScreening = {
  /**
   * Looks the sender up and records the answer. `later`: the lists could not be asked, and may be in a minute. After an
   * hour without an answer the payment counts as not cleared, and a person decides.
   */
  readonly screen: (work: Work, payment: ScreenedPayment) => Promise<'cleared' | 'not_cleared' | 'later'>
}

const patienceMs = 3_600_000

const insert = `insert into wallet_check (id, company_id, user_id, load_id, transfer_id, result, looked, at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`
export const createPaymentScreening = (deps: {
  screening: Screening
  ids: Ids
  clock: Clock
}): PaymentScreening => ({
  screen: async (work, payment) => {
    const { result, looked } = await deps.screening.checkWallet(payment.sender)
    const at = deps.clock.now()
    const isSilent = result === 'unavailable' && looked
    if (isSilent && at < after(payment.seenAt, patienceMs)) return 'later'
    const { transferId, loadId, companyId, userId } = payment
    await work.write(({ sql }) =>
      sql.run(insert, [deps.ids.next(), companyId, userId, loadId, transferId, result, looked, at]),
    )
    return result === 'clear' ? 'cleared' : 'not_cleared'
  },
})
