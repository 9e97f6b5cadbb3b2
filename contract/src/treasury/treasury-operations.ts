import { z } from 'zod'
import { ApprovalReason, ApprovalRequested } from '../approvals.ts'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { Cents, SignedCents } from '../money.ts'
import { BankText, CalendarDate, Id, Instant, optionalText } from '../wire.ts'

/** What two people record of the operator's money, each with its journal (money §4.1). */
export const treasuryKinds = [
  'coins_bought',
  'coins_sold',
  'funding_sent',
  'funding_returned',
  'bank_fee',
  'capital_contributed',
  'capital_withdrawn',
  'suspense_resolved',
] as const
/** A wire to the issuer is in transit until the issuer has it, or the bank has it back. All others are booked. */
export const treasuryStatuses = ['booked', 'in_transit', 'arrived', 'returned'] as const
/** What money in suspense was: a wire of ours to the issuer, money for a wallet, or the operator's own without a wire. */
export const suspenseTargets = ['funding', 'wallet', 'operator'] as const

const Kind = z.enum(treasuryKinds)

/** Coins as a decimal text in whole coins. */
const Coins = z
  .string()
  .max(24)
  .regex(/^\d{1,12}(\.\d{1,8})?$/, { error: 'invalid' })

const TreasuryEntry = z.object({
  kind: Kind,
  /** In USD: what the bank paid or got, and of a conversion without its fee. */
  amount: Cents,
  valuedOn: CalendarDate,
  /** Of the other side: the number of the trade, the line of the bank's statement, or the wire. */
  reference: BankText,
  /** Where the proof is, or what it says. */
  proof: optionalText({ max: 500 }),
  /** Conversions: `token@chain`, how many coins, and the fee of the venue in USD. */
  asset: z.string().max(60).optional(),
  coins: Coins.optional(),
  fee: Cents.optional(),
  venue: BankText.optional(),
  /** The wire that came back. */
  fundingId: Id.optional(),
  /** The money in suspense, and what it was: `targetId` is the wire, or the holder of the wallet; the operator needs none. */
  suspenseId: Id.optional(),
  target: z.enum(suspenseTargets).optional(),
  targetId: Id.optional(),
})

const Operation = z.object({
  id: Id,
  /** Short name that people see. */
  ref: z.string(),
  kind: Kind,
  status: z.enum(treasuryStatuses),
  amount: Cents,
  asset: z.string().nullable(),
  coins: z.string().nullable(),
  fee: Cents.nullable(),
  /** What the coins were worth in the books. */
  value: Cents.nullable(),
  venue: z.string().nullable(),
  /** Null: it was recorded without one. */
  reference: z.string().nullable(),
  proof: z.string().nullable(),
  valuedOn: CalendarDate,
  reason: z.string(),
  requestedByName: z.string(),
  approvedByName: z.string(),
  recordedAt: Instant,
})

export const listTreasuryOperations = listEndpoint({
  path: '/treasury-operations',
  summary: 'What two people recorded of the operator’s money, the last first',
  who: 'treasury.view',
  row: Operation,
  filters: {
    kind: Kind.optional(),
    status: z.enum(treasuryStatuses).optional(),
  },
  days: 'recordedAt',
  byId: true,
  sorts: ['-recordedAt', 'recordedAt'],
  csv: {},
})

/** A leg of a journal in its currency: USD, or an asset in whole coins. */
const Leg = z.object({
  account: z.string(),
  currency: z.string(),
  holder: z.string().nullable(),
  side: z.enum(['debit', 'credit']),
  amount: z.string(),
})

const refusals = {
  validation: 422,
  invalid_amount: 409,
  value_date_wrong: 409,
  rate_unavailable: 503,
  /** The wire has arrived or came back already, or is not there. */
  funding_not_open: 409,
  record_not_found: 404,
  wallet_not_found: 404,
  reference_used: 409,
} as const

export const getTreasuryOperation = endpoint({
  method: 'GET',
  path: '/treasury-operations/:id',
  summary: 'A record of the treasury with the journals that it has so far, and both sides of each',
  who: 'treasury.view',
  effect: 'outside',
  rate: 'read',
  params: z.object({ id: Id }),
  output: Operation.extend({
    /** The first is its own; a wire has another one when it arrives or comes back. */
    journals: z.array(z.object({ id: Id, effectiveAt: Instant, legs: z.array(Leg) })),
  }),
  refusals: { record_not_found: 404 },
})

export const previewTreasuryOperation = endpoint({
  method: 'GET',
  path: '/treasury-operations/preview',
  summary: 'What a record of the treasury would post, and the bank account before and after it',
  who: 'treasury.move',
  effect: 'outside',
  rate: 'read',
  input: TreasuryEntry,
  output: z.object({
    legs: z.array(Leg),
    /** What the coins are worth in the books; the record is requested with it. Null: no conversion. */
    value: Cents.nullable(),
    bankBefore: SignedCents,
    bankAfter: SignedCents,
  }),
  refusals,
})

export const recordTreasuryOperation = endpoint({
  method: 'POST',
  path: '/treasury-operations',
  summary: 'Record what the operator’s money did; it is booked when a second person approves it',
  who: 'treasury.move',
  effect: 'money',
  stepUp: 'S2',
  fourEyes: true,
  idempotent: true,
  status: 202,
  rate: 'money',
  input: TreasuryEntry.extend({
    /** Conversions: the value that the preview showed. */
    value: Cents.optional(),
    reason: ApprovalReason,
  }),
  output: ApprovalRequested,
  refusals: {
    ...refusals,
    /** It is for the wallet of the person who requests or approves it, or of their company. */
    own_money: 409,
    /** The value that was shown is more than 1 % from the rate of now. */
    amount_changed: 409,
    /** An account has less than the record takes from it. */
    not_enough_money: 409,
    /** Another operation was faster. */
    record_changed: 409,
  },
})

export const readTreasuryChoices = endpoint({
  method: 'GET',
  path: '/treasury-operations/choices',
  summary: 'What a record may be about: coins, wires to the issuer that are open, and money in suspense',
  who: 'treasury.move',
  effect: 'outside',
  rate: 'read',
  output: z.object({
    /** Coins for gas are in the gas wallets, all others at the venue. */
    assets: z.array(
      z.object({
        asset: z.string(),
        symbol: z.string(),
        holding: z.enum(['venue', 'gas']),
        amount: z.string(),
      }),
    ),
    /** The oldest 200 of each. */
    fundings: z.array(z.object({ id: Id, amount: Cents, reference: z.string(), valuedOn: CalendarDate })),
    suspense: z.array(z.object({ id: Id, amount: Cents, since: Instant })),
  }),
  refusals: {},
})
