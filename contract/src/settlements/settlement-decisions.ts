import { z } from 'zod'
import { ApprovalReason, ApprovalRequested } from '../approvals.ts'
import { endpoint } from '../endpoint.ts'
import { Cents, SignedCents } from '../money.ts'
import { SettlementFigures, SettlementParams } from '../settlements.ts'
import { JournalLeg, WalletType } from '../wallets/wallet-money.ts'
import { CalendarDate, Id, typedText } from '../wire.ts'

const Draft = z.object({
  ownerId: Id,
  wallet: WalletType,
  /** The UTC day of the daily run up to which shares are due. */
  day: CalendarDate,
})

/** With the shares of a period, and the wallet, a sum by hand stays an amount that every page can show. */
const mostByHandCents = 100_000_000_000n
const ByHand = Cents.refine((cents) => cents <= mostByHandCents, { error: 'invalid_amount' })

const drafting = {
  record_not_found: 404,
  /** Its beneficiary has no wallets, or they are closed. */
  wallet_not_found: 404,
  /** The day has no daily run, or its run is not over. */
  validation: 422,
  /** `settlementId` names it. */
  settlement_exists: 409,
  nothing_changes: 409,
} as const

export const previewSettlement = endpoint({
  method: 'GET',
  path: '/settlements/preview',
  summary: 'What a settlement by hand would have and pay now, with its journal',
  who: 'settlements.create',
  input: Draft.extend({ added: ByHand.prefault('0.00'), deducted: ByHand.prefault('0.00') }),
  output: z.object({
    shares: z.number().int(),
    stopped: z.number().int(),
    figures: SettlementFigures,
    legs: z.array(JournalLeg),
  }),
  refusals: drafting,
})

const ManualLine = z.object({
  /** Not 0; below zero it is owed. */
  amount: SignedCents,
  note: typedText({ max: 200 }),
})

const sumOf = (lines: readonly { amount: bigint }[]): bigint =>
  lines.reduce((sum, { amount }) => sum + (amount < 0n ? -amount : amount), 0n)
const ManualLines = z
  .array(ManualLine)
  .max(20)
  .refine((lines) => sumOf(lines) <= mostByHandCents, { error: 'invalid_amount' })

export const createSettlement = endpoint({
  method: 'POST',
  path: '/settlements',
  summary: 'Draw up a settlement of a wallet by hand, for a period that is over, with lines by hand',
  who: 'settlements.create',
  effect: 'write',
  stepUp: 'S2',
  idempotent: true,
  rate: 'money',
  status: 201,
  input: Draft.extend({ lines: ManualLines.default([]), reason: ApprovalReason }),
  output: z.object({ id: Id }),
  refusals: { ...drafting, invalid_amount: 409 },
})

export const approveSettlement = endpoint({
  method: 'POST',
  path: '/settlements/:id/approval',
  summary: 'Approve a draft: its shares are settled, and the next daily run pays it if nobody does before',
  who: 'settlements.approve',
  effect: 'write',
  stepUp: 'S2',
  fourEyesWhen: 'where the person who drew it up approves it, above a limit or with a break',
  idempotent: true,
  rate: 'money',
  params: SettlementParams,
  /** `net` is the sum that the person saw; another one is refused. */
  input: z.object({ net: SignedCents, reason: ApprovalReason }),
  output: z.union([ApprovalRequested, z.object({ id: Id })]),
  refusals: { record_not_found: 404, record_changed: 409, nothing_changes: 409, own_money: 409 },
})

export const paySettlement = endpoint({
  method: 'POST',
  path: '/settlements/:id/payment',
  summary: 'Pay an approved settlement before the next daily run does',
  who: 'settlements.approve',
  onePersonBecause: 'the daily run or a second person has approved it, and the payment changes nothing of it',
  effect: 'money',
  stepUp: 'S2',
  idempotent: true,
  rate: 'money',
  params: SettlementParams,
  input: z.object({}),
  output: z.object({ paid: Cents }),
  refusals: {
    record_not_found: 404,
    record_changed: 409,
    /** Another operation on the wallet was faster each time. */
    wallet_changed: 409,
    not_enough_money: 409,
    own_money: 409,
  },
})

export const voidSettlement = endpoint({
  method: 'POST',
  path: '/settlements/:id/void',
  summary: 'Void a settlement that is not paid, with a reason; its shares are due again',
  who: 'settlements.create',
  effect: 'write',
  stepUp: 'S2',
  idempotent: true,
  rate: 'money',
  params: SettlementParams,
  input: z.object({ reason: ApprovalReason }),
  output: z.object({ id: Id }),
  refusals: { record_not_found: 404, record_changed: 409, own_money: 409 },
})
