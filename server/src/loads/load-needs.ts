import type { BusinessCalendar } from '../calendar/business-time.ts'
import type { Introduction, IntroductionTerms } from '../fees/fee-chain.ts'
import type { Queries } from '../kernel/queries.ts'
import type { IssuerPort } from '../providers/issuer/port.ts'
import type { RailPort } from '../providers/rail/port.ts'
import type { PaymentScreening } from '../screening/payment-screening.ts'
import type { RatesPort } from '../providers/rates/port.ts'

/** A card as far as loading it goes. */
export type LoadableCard = {
  readonly id: string
  readonly userId: string
  readonly companyId: string
  readonly form: 'virtual' | 'physical'
  readonly lastDigits: string | null
  readonly issuerCardId: string | null
  /** Null: it may be loaded now. */
  readonly obstacle: 'card_not_loadable' | 'card_invalid' | null
}

/** What loads take from lower modules and from outside. */
export type LoadsNeeds = {
  readonly rail: RailPort
  readonly rates: RatesPort
  readonly issuer: IssuerPort
  readonly paymentScreening: PaymentScreening
  readonly readCalendar: (sql: Queries) => Promise<BusinessCalendar>
  readonly readCard: (sql: Queries, cardId: string) => Promise<LoadableCard | null>
  readonly readCards: (sql: Queries, userId: string) => Promise<readonly LoadableCard[]>
  readonly readKyc: (
    sql: Queries,
    userId: string,
  ) => Promise<{ readonly isVerified: boolean; readonly isHeld: boolean }>
  /** Companies from tier 1 down to the person's own, and whose code brought the person. */
  readonly readChainFacts: (
    sql: Queries,
    person: { userId: string; companyId: string },
  ) => Promise<{
    readonly companies: readonly {
      readonly companyId: string
      readonly tier: 1 | 2 | 3 | 4
      readonly isOperatorOwned: boolean
    }[]
    readonly introduction: Introduction | null
    readonly terms: IntroductionTerms
    /** Tenant of each person of the code. */
    readonly companyOf: ReadonlyMap<string, string>
    readonly timeZone: string
    /** Whether the person's company and all above it are open: below a closed one there are no new loads (domain §14). */
    readonly companyIsOpen: boolean
    /** False where the tier of the person's company has immediate loads switched off (domain §3). */
    readonly immediateIsOffered: boolean
  }>
  readonly readLoadSettings: (sql: Queries) => Promise<{
    /** Cap on immediate loads a card and UTC business day, in cents. */
    readonly maximumEmergencyCents: bigint
    /** Below it money that is not as quoted is not sent back. */
    readonly refundMinimumCents: bigint
    /** So much above the quote is credited without asking the payer. */
    readonly smallExcessCents: bigint
    readonly spreadHundredthsBp: (asset: string) => bigint
  }>
}
