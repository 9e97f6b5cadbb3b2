import type { CallOutcome } from '../../kernel/call-declaration.ts'

/** What a card may spend at most, in cents; null: no limit. Day and month as the issuer counts them (`spend-period.ts`). */
export type CardLimits = {
  readonly paymentCents: bigint | null
  readonly dayCents: bigint | null
  readonly monthCents: bigint | null
}

/** A card as the issuer has it. Numbers and codes never come here, nor do BIN and expiry: the issuer tells neither. */
export type IssuerCard = {
  readonly issuerCardId: string
  /** Our reference that the card was made under. */
  readonly reference: string
  readonly status: 'inactive' | 'active' | 'frozen' | 'blocked' | 'expired' | 'closed'
  readonly lastDigits: string
  readonly nameOnCard: string
  readonly availableCents: bigint
  /** The same in thousandths of a dollar, as exact as the issuer has it. */
  readonly availableMills: bigint
  /** While `blocked` or `frozen`: the issuer's word for why. */
  readonly blockReason: string | null
  readonly limits: CardLimits
}

export type NewIssuerCard = {
  /** Committed by us before the call, to read back by. */
  readonly reference: string
  /** The same for each attempt of one call: the issuer then makes one card. */
  readonly idempotencyKey: string
  readonly form: 'virtual' | 'physical'
  readonly nameOnCard: string
  /** Name of the artwork at the issuer. */
  readonly design: string
  readonly holder: {
    /** Ours, at most 25 characters. */
    readonly reference: string
    readonly firstName: string
    readonly lastName: string
    /** YYYY-MM-DD */
    readonly birthDate: string
    readonly documentType: string
    readonly documentNumber: string
    readonly street: string
    readonly city: string
    readonly zip: string
    /** ISO 3166-1 alpha-2 */
    readonly country: string
    /** E.164; the issuer sends codes of card payments to it. */
    readonly mobile: string
  }
}

/** One event of a card transaction; a transaction is the set of its events, in any order (money §3). */
export type IssuerTransactionEvent = {
  readonly eventId: string
  readonly transactionId: string
  readonly issuerCardId: string
  readonly type: 'authorisation' | 'increment' | 'reversal' | 'clearing' | 'refund' | 'decline' | 'lapse'
  /** The transaction is over with this clearing: nothing more is held. */
  readonly final: boolean
  readonly amountCents: bigint
  readonly originalAmount: string
  readonly originalCurrency: string
  /** Original currency per USD; null when it is USD. */
  readonly rate: string | null
  /** The issuer's own fees, contained in the amount. */
  readonly fees: readonly { readonly type: string; readonly amountCents: bigint }[]
  readonly channel: 'pos' | 'online' | 'cash' | 'recurring'
  readonly authorisationCode: string | null
  /** `chargeback` on a refund that ends a dispute. */
  readonly reason: string | null
  readonly merchant: {
    readonly name: string
    readonly mcc: string
    readonly city: string | null
    readonly country: string | null
  }
  readonly declineReason: string | null
  readonly occurredAt: Date
  /** When an open hold lapses unless it is cleared. */
  readonly lapsesAt: Date | null
}

/** An event as far as the card's credit goes, in thousandths of a dollar. */
export type CardCreditEvent = Pick<IssuerTransactionEvent, 'eventId' | 'transactionId' | 'type' | 'final'> & {
  readonly amountMills: bigint
}

/** A row of a card's balance history: money moved between the master account and the card, never a payment. */
export type BalanceHistoryRow = {
  readonly rowId: string
  readonly type: 'deposit' | 'withdrawal'
  readonly status: 'pending' | 'completed'
  /** Never negative. */
  readonly amountMills: bigint
  /** Whether it came from, or went to, the master account. */
  readonly isAllocation: boolean
}

/** Money that arrived on the master account. */
export type IssuerFunding = {
  /** Id of its event too. */
  readonly entryId: string
  readonly amountCents: bigint
}

/** What a verified webhook is about; all but fundings say only what to read again. */
export type IssuerNotice =
  | { readonly about: 'transaction'; readonly transactionId: string }
  | { readonly about: 'card'; readonly issuerCardId: string }
  | { readonly about: 'account'; readonly funding: IssuerFunding }
  | { readonly about: 'other' }

/** A notice with what its repetitions have in common. */
export type ReceivedNotice = {
  /** Of what happened: two deliveries of it carry the same one. */
  readonly eventId: string
  /** Of this delivery and its retries. */
  readonly traceId: string
  readonly notice: IssuerNotice
}

/** The master account: everything there is, and what no card has (money §5: M.available, M.unallocated). */
export type IssuerAccount = { readonly availableCents: bigint; readonly unallocatedCents: bigint }

/** What one adjustment did to the credit of the card, as the issuer's answer says. */
export type CreditChange = { readonly beforeMills: bigint; readonly afterMills: bigint }

type TransactionPage = { readonly events: readonly IssuerTransactionEvent[]; readonly hasMore: boolean }

/** The card issuer as we use it: Reap CaaS by its adapter. */
export type IssuerPort = {
  readonly createCard: (card: NewIssuerCard) => Promise<CallOutcome<IssuerCard>>
  readonly readCard: (issuerCardId: string) => Promise<CallOutcome<IssuerCard>>
  /** Null: proved absent. */
  readonly findCardByReference: (reference: string) => Promise<CallOutcome<IssuerCard | null>>
  /** Gives the card as it is afterwards: a card that is unfrozen need not be active. */
  readonly setFrozen: (call: { issuerCardId: string; frozen: boolean }) => Promise<CallOutcome<IssuerCard>>
  /** Replaces the spending limits of a card and gives the card as it is afterwards. */
  readonly setLimits: (call: { issuerCardId: string; limits: CardLimits }) => Promise<CallOutcome<IssuerCard>>
  /**
   * Moves money between the master account's unallocated part and a card; negative takes back. Not idempotent and
   * without a reference: see `loads/load-credit.jobs.ts` before calling it.
   */
  readonly adjustCredit: (call: {
    issuerCardId: string
    amountCents: bigint
  }) => Promise<CallOutcome<CreditChange>>
  /** Every row of a card's balance history. */
  readonly balanceHistory: (issuerCardId: string) => Promise<CallOutcome<readonly BalanceHistoryRow[]>>
  /** Events of a card's transactions since that day. */
  readonly cardCreditEvents: (call: {
    issuerCardId: string
    from: Date
  }) => Promise<CallOutcome<readonly CardCreditEvent[]>>
  /** A page of the issuer's own that shows the number; its address works for a minute. */
  readonly reveal: (call: {
    issuerCardId: string
    /** How it shall look inside our page. */
    stylesheetUrl: string
  }) => Promise<CallOutcome<{ url: string; validForMs: number }>>
  readonly readAccount: () => Promise<CallOutcome<IssuerAccount>>
  /** Cards as the issuer has them, a hundred a page; `page` begins at 1. */
  readonly listCards: (call: {
    page: number
  }) => Promise<CallOutcome<{ cards: readonly IssuerCard[]; hasMore: boolean }>>
  readonly readTransaction: (transactionId: string) => Promise<CallOutcome<readonly IssuerTransactionEvent[]>>
  /** Transactions of all cards between two days, a hundred a page: heals what webhooks lost. */
  readonly transactionsBetween: (call: {
    from: Date
    to: Date
    page: number
  }) => Promise<CallOutcome<TransactionPage>>
  /** Whether events are sent to this address. */
  readonly isSubscribed: (subscriberUrl: string) => Promise<CallOutcome<boolean>>
  /** Says where events are to be sent. */
  readonly subscribe: (subscriberUrl: string) => Promise<CallOutcome<null>>
  /** Checks the signature over the raw body; null: forged, stale or not ours. */
  readonly verifyWebhook: (message: { rawBody: Buffer; signature: string | null; realNow: Date }) => unknown
  /** Reads a body that `verifyWebhook` gave; null: of no meaning. */
  readonly readNotice: (message: { body: unknown; traceId: string | null }) => ReceivedNotice | null
}
