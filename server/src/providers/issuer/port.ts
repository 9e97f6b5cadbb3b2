import type { ProviderOutcome } from '../outcome.ts'

/** A card as the issuer has it. Numbers and codes never come here. */
export type IssuerCard = {
  readonly issuerCardId: string
  /** The issuer's holder id. */
  readonly cif: string
  /** Our reference that the card was made under. */
  readonly reference: string
  readonly status: 'inactive' | 'active' | 'frozen' | 'blocked' | 'expired' | 'replaced' | 'closed'
  readonly bin: string
  readonly lastDigits: string
  /** `MM/YY` as embossed. */
  readonly expiry: string
  readonly nameOnCard: string
  readonly availableCents: bigint
  /** While `blocked`: the issuer itself, or somebody with our key; the issuer's word for why. */
  readonly blockedBy: 'issuer' | 'client' | null
  readonly blockReason: string | null
}

export type NewIssuerCard = {
  /** Committed by us before the call, to read back by. */
  readonly reference: string
  readonly form: 'virtual' | 'physical'
  readonly nameOnCard: string
  readonly design: string
  readonly holder: {
    /** The holder that exists, for a second card. */
    readonly cif: string | null
    readonly firstName: string
    readonly lastName: string
    /** YYYY-MM-DD */
    readonly birthDate: string
    /** Null where no document was read, as in an approval by hand. */
    readonly documentType: string | null
    readonly documentNumber: string | null
    readonly street: string
    readonly city: string
    readonly zip: string
    /** ISO 3166-1 alpha-2 */
    readonly country: string
  }
}

/** One event of a card transaction; a transaction is the set of its events, in any order (postings §3). */
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

/** A change of the master account that no card made. */
export type IssuerAccountEntry = {
  /** Id of its event too. */
  readonly entryId: string
  readonly kind: 'funded' | 'fee_charged' | 'chargeback_paid'
  /** Funded and paid: what came. A fee: what was taken; negative when the issuer gave it back. */
  readonly amountCents: bigint
  readonly reference: string | null
  readonly occurredAt: Date
}

/** What a verified webhook is about; all but account entries say only what to read again. */
export type IssuerNotice =
  | { readonly about: 'transaction'; readonly eventId: string; readonly transactionId: string }
  | { readonly about: 'card'; readonly eventId: string; readonly issuerCardId: string }
  | { readonly about: 'account'; readonly eventId: string; readonly entry: IssuerAccountEntry }
  | { readonly about: 'other'; readonly eventId: string }

/** The master account: everything there is, and what no card has (postings §5: M.available, M.unallocated). */
export type IssuerAccount = { readonly availableCents: bigint; readonly unallocatedCents: bigint }

/** The card issuer as we use it: Reap CaaS by its adapter. */
export type IssuerPort = {
  readonly createCard: (card: NewIssuerCard) => Promise<ProviderOutcome<IssuerCard>>
  readonly readCard: (issuerCardId: string) => Promise<ProviderOutcome<IssuerCard>>
  /** Null: proved absent. */
  readonly findCardByReference: (reference: string) => Promise<ProviderOutcome<IssuerCard | null>>
  readonly setFrozen: (call: {
    issuerCardId: string
    frozen: boolean
  }) => Promise<ProviderOutcome<IssuerCard>>
  readonly activate: (call: {
    issuerCardId: string
    activationCode: string
  }) => Promise<ProviderOutcome<IssuerCard>>
  /** Moves money between the master account's unallocated part and a card; negative takes back. Not idempotent. */
  readonly adjustCredit: (call: {
    issuerCardId: string
    amountCents: bigint
    reference: string
  }) => Promise<ProviderOutcome<null>>
  /**
   * How often a credit of this amount stands under this reference in the card's balance history: 0 means absent, more
   * than 1 that a lost call was repeated and had its effect after all.
   */
  readonly countCredits: (call: {
    issuerCardId: string
    amountCents: bigint
    reference: string
  }) => Promise<ProviderOutcome<number>>
  /** A page of the issuer's own that shows the number once. */
  readonly reveal: (call: {
    issuerCardId: string
    lang: 'en' | 'es'
    /** How it shall look inside our page; the issuer's own look when absent. */
    look?: { theme: 'light' | 'dark'; hue: number; chroma: number }
  }) => Promise<ProviderOutcome<{ url: string; expiresAt: Date }>>
  readonly readAccount: () => Promise<ProviderOutcome<IssuerAccount>>
  /** Cards as the issuer has them, oldest first, a hundred a page; `page` begins at 1. */
  readonly listCards: (call: {
    page: number
  }) => Promise<ProviderOutcome<{ cards: readonly IssuerCard[]; hasMore: boolean }>>
  /** Entries of the master account of one kind, newest first. */
  readonly accountEntries: (call: {
    kind: IssuerAccountEntry['kind']
    cursor: string | null
    reference?: string
  }) => Promise<ProviderOutcome<{ entries: readonly IssuerAccountEntry[]; nextCursor: string | null }>>
  readonly readTransaction: (
    transactionId: string,
  ) => Promise<ProviderOutcome<readonly IssuerTransactionEvent[]>>
  /**
   * Events of the transactions that changed since, oldest change first: heals what webhooks lost. The cursor is kept and
   * asked with again; null: nothing changed.
   */
  readonly eventsSince: (call: {
    since: Date
    cursor: string | null
  }) => Promise<ProviderOutcome<{ events: readonly IssuerTransactionEvent[]; nextCursor: string | null }>>
  /** Says where events are to be sent. */
  readonly subscribe: (subscriberUrl: string) => Promise<ProviderOutcome<null>>
  /** Checks the signature over the raw body; null: forged, stale or not ours. */
  readonly verifyWebhook: (message: { rawBody: Buffer; signature: string | null; realNow: Date }) => unknown
  /** Reads a body that `verifyWebhook` gave; null: of no meaning. */
  readonly readNotice: (body: unknown) => IssuerNotice | null
}
