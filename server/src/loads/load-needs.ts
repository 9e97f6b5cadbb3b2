import type { IssuerPort } from '../providers/issuer/port.ts'
import type { RailPort } from '../providers/rail/port.ts'
import type { RatesPort } from '../providers/rates/port.ts'
import type { PaymentScreening } from '../screening/payment-screening.ts'
import type { TopUpPayments } from './top-up-payments.ts'
import type { ReleaseSource } from './release-queue.ts'

/** What loads need from outside. */
export type LoadsNeeds = {
  readonly rail: RailPort
  readonly rates: RatesPort
  readonly issuer: IssuerPort
  readonly paymentScreening: PaymentScreening
  /** What else the hourly release sends to cards, in one order with loads. */
  readonly releases: readonly ReleaseSource[]
  /** What becomes of crypto that was quoted for the wallet of a company. */
  readonly topUps: TopUpPayments
}
