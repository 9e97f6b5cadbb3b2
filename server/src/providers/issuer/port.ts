import type { CallOutcome } from '../../kernel/call-declaration.ts'

/**
 * The spending limits of a card, in cents; null: no limit. Day and month are those of the issuer
 * (`spend-period.ts`).
 */
export type CardLimits = {
  readonly paymentCents: bigint | null
  readonly dayCents: bigint | null
  readonly monthCents: bigint | null
}

/**
 * A card as the issuer knows it. It never has the card number or the code. The issuer does not tell BIN and
 * expiry.
 */
export type IssuerCard = {
  readonly issuerCardId: string
  /** Our reference of the card, from its creation. */
  readonly reference: string
  readonly status: 'inactive' | 'active' | 'frozen' | 'blocked' | 'expired' | 'closed'
  readonly lastDigits: string
  readonly nameOnCard: string
  readonly availableCents: bigint
  /** The same amount in thousandths of a dollar, exactly as the issuer has it. */
  readonly availableMills: bigint
  /** While `blocked` or `frozen`: the issuer's reason. */
  readonly blockReason: string | null
  readonly limits: CardLimits
}

export type NewIssuerCard = {
  /** Stored by us before the call, so that the card can be found afterwards. */
  readonly reference: string
  /** The same for each attempt of one call, so that the issuer creates only one card. */
  readonly idempotencyKey: string
  readonly form: 'virtual' | 'physical'
  readonly nameOnCard: string
  /** Name of the artwork at the issuer. */
  readonly design: string
  readonly holder: {
    /** Our reference of the holder, at most 25 characters. */
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
    /** E.164. The issuer sends the confirmation codes of card payments to it. */
    readonly mobile: string
  }
}

/** One event of a card transaction; a transaction is the set of its events, in any order (money §3). */
export type IssuerTransactionEvent = {
  readonly eventId: string
  readonly transactionId: string
  readonly issuerCardId: string
  readonly type: 'authorisation' | 'increment' | 'reversal' | 'clearing' | 'refund' | 'decline' | 'lapse'
  /** The transaction is over with this clearing: no hold is left. */
  readonly final: boolean
  readonly amountCents: bigint
  readonly originalAmount: string
  readonly originalCurrency: string
  /** Original currency per USD. Null when the original currency is USD. */
  readonly rate: string | null
  /** The issuer's own fees, which are part of the amount. */
  readonly fees: readonly { readonly type: string; readonly amountCents: bigint }[]
  readonly channel: 'pos' | 'online' | 'cash' | 'recurring'
  readonly authorisationCode: string | null
  /** `chargeback` on a refund that ends a dispute, else null. */
  readonly reason: string | null
  readonly merchant: {
    readonly name: string
    readonly mcc: string
    readonly city: string | null
    readonly country: string | null
  }
  readonly declineReason: string | null
  readonly occurredAt: Date
  /** When an open hold lapses if no clearing comes. */
  readonly lapsesAt: Date | null
}

/** What an event changes in the card's credit, in thousandths of a dollar. */
export type CardCreditEvent = Pick<IssuerTransactionEvent, 'eventId' | 'transactionId' | 'type' | 'final'> & {
  readonly amountMills: bigint
}

/**
 * A row of a card's balance history. It is a transfer between the master account and the card, never a
 * payment.
 */
export type BalanceHistoryRow = {
  readonly rowId: string
  readonly type: 'deposit' | 'withdrawal'
  readonly status: 'pending' | 'completed'
  /** Never negative. */
  readonly amountMills: bigint
  /** Whether the money came from the master account or went to it. */
  readonly isAllocation: boolean
}

/** Money that arrived on the master account. */
export type IssuerFunding = {
  /** Also the id of its event. */
  readonly entryId: string
  readonly amountCents: bigint
}

/** What a verified webhook is about. Only an account notice has facts; all others name what to read again. */
export type IssuerNotice =
  | { readonly about: 'transaction'; readonly transactionId: string }
  | { readonly about: 'card'; readonly issuerCardId: string }
  | { readonly about: 'account'; readonly funding: IssuerFunding }
  | { readonly about: 'other' }

/** A notice with the ids by which repeated deliveries are found. */
export type ReceivedNotice = {
  /** Id of what happened. All deliveries of the same event have the same id. */
  readonly eventId: string
  /** Id of this delivery and its retries. */
  readonly traceId: string
  readonly notice: IssuerNotice
}

/** The master account: its total, and the part that is on no card (money §5: M.available, M.unallocated). */
export type IssuerAccount = { readonly availableCents: bigint; readonly unallocatedCents: bigint }

/** The credit of the card before and after one adjustment, as the issuer answered. */
export type CreditChange = { readonly beforeMills: bigint; readonly afterMills: bigint }

type TransactionPage = { readonly events: readonly IssuerTransactionEvent[]; readonly hasMore: boolean }

/** The card issuer. Reap CaaS is its adapter. */
export type IssuerPort = {
  readonly createCard: (card: NewIssuerCard) => Promise<CallOutcome<IssuerCard>>
  readonly readCard: (issuerCardId: string) => Promise<CallOutcome<IssuerCard>>
  /** Null: the issuer has no such card. */
  readonly findCardByReference: (reference: string) => Promise<CallOutcome<IssuerCard | null>>
  /** Returns the card after the change. An unfrozen card may still be inactive or blocked. */
  readonly setFrozen: (call: { issuerCardId: string; frozen: boolean }) => Promise<CallOutcome<IssuerCard>>
  /** Replaces the spending limits of a card and returns the card after the change. */
  readonly setLimits: (call: { issuerCardId: string; limits: CardLimits }) => Promise<CallOutcome<IssuerCard>>
  /**
   * Transfers money from the unallocated part of the master account to a card, or back when the amount is
   * negative. The call is not idempotent and has no reference: read `loads/load-credit.jobs.ts` before you
   * call it.
   */
  readonly adjustCredit: (call: {
    issuerCardId: string
    amountCents: bigint
  }) => Promise<CallOutcome<CreditChange>>
  /** Every row of a card's balance history. */
  readonly balanceHistory: (issuerCardId: string) => Promise<CallOutcome<readonly BalanceHistoryRow[]>>
  /** Transaction events of a card since that day. */
  readonly cardCreditEvents: (call: {
    issuerCardId: string
    from: Date
  }) => Promise<CallOutcome<readonly CardCreditEvent[]>>
  /** Returns a page of the issuer that shows the card number. Its address works for a minute. */
  readonly revealCard: (call: {
    issuerCardId: string
    /** Stylesheet for the page, which is shown inside ours. */
    stylesheetUrl: string
  }) => Promise<CallOutcome<{ url: string; validForMs: number }>>
  readonly readAccount: () => Promise<CallOutcome<IssuerAccount>>
  /** Lists the issuer's cards, a hundred a page. `page` starts at 1. */
  readonly listCards: (call: {
    page: number
  }) => Promise<CallOutcome<{ cards: readonly IssuerCard[]; hasMore: boolean }>>
  readonly readTransaction: (transactionId: string) => Promise<CallOutcome<readonly IssuerTransactionEvent[]>>
  /**
   * Transactions of all cards between two days, a hundred a page. It finds events whose webhooks were lost.
   */
  readonly transactionsBetween: (call: {
    from: Date
    to: Date
    page: number
  }) => Promise<CallOutcome<TransactionPage>>
  /** Whether the issuer sends events to this address. */
  readonly isSubscribed: (subscriberUrl: string) => Promise<CallOutcome<boolean>>
  /** Tells the issuer to send events to this address. */
  readonly subscribeToEvents: (subscriberUrl: string) => Promise<CallOutcome<null>>
  /** Checks the signature over the raw body and returns the body. Null: forged, stale or not ours. */
  readonly verifyWebhook: (message: { rawBody: Buffer; signature: string | null; realNow: Date }) => unknown
  /** Reads a body that `verifyWebhook` returned. Null: the body means nothing to us. */
  readonly readNotice: (message: { body: unknown; traceId: string | null }) => ReceivedNotice | null
}
