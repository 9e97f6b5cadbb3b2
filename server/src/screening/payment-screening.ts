import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Work } from '../kernel/jobs.ts'
import type { Screening } from './screening.ts'

/** A transfer whose sender is to be screened. */
export type ScreenedPayment = {
  readonly transferId: string
  readonly loadId: string
  readonly companyId: string
  readonly userId: string
  /** Address of the wallet that sent the payment. */
  readonly sender: string
  readonly seenAt: Date
}

export type PaymentScreening = {
  /**
   * Screens the sender and records the answer. `later`: the lists did not answer, but may answer in a minute.
   * After an hour without an answer the payment is not cleared, and a person decides.
   */
  readonly screen: (work: Work, payment: ScreenedPayment) => Promise<'cleared' | 'not_cleared' | 'later'>
}

const patienceMs = 3_600_000

export const createPaymentScreening = (deps: {
  screening: Screening
  ids: Ids
  clock: Clock
}): PaymentScreening => ({
  screen: async (work, payment) => {
    const { result, checked } = await deps.screening.checkWallet(payment.sender)
    const at = deps.clock.now()
    const isSilent = result === 'unavailable' && checked
    if (isSilent && at < after(payment.seenAt, patienceMs)) return 'later'
    const { transferId, loadId, companyId, userId } = payment
    const check = { id: deps.ids.next(), companyId, userId, loadId, transferId, result, checked, at }
    await work.write(({ sql }) => sql.insertInto('walletCheck').values(check).execute())
    return result === 'clear' ? 'cleared' : 'not_cleared'
  },
})
