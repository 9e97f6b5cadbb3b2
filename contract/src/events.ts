import type { FactorMethod } from './access/step-up.ts'
import type { cardForms } from './cards.ts'
import type { TermsChange } from './companies/terms-change.ts'
import type { KycStatus } from './kyc.ts'
import type { LoadSpeed } from './loads/load-offer.ts'
import type { z } from 'zod'

type NoPayload = Readonly<Record<never, never>>
declare const carried: unique symbol
/** Declaration of an event. The payload is a type only; it is stored as JSON. */
type EventDeclaration<Entity extends string, Payload> = {
  readonly entity: Entity
  readonly [carried]?: Payload
}

const about =
  <Entity extends string>(entity: Entity) =>
  <Payload = NoPayload>(): EventDeclaration<Entity, Payload> => ({ entity })

const user = about('user')
const company = about('company')
const session = about('session')
const kycCase = about('kyc_case')
const card = about('card')
const payment = about('card_transaction')
const load = about('load')
const notification = about('notification')
const cardOrder = about('card_order')
const issuerEvent = about('issuer_event')
const finding = about('reconciliation_finding')
const reconcileRun = about('reconcile_run')
const treasuryOperation = about('treasury_operation')
const approval = about('approval')
const sellerCode = about('seller_code')
const sellerInvitation = about('seller_invitation')
const topUp = about('top_up')
const transfer = about('wallet_transfer')
const walletLoadBatch = about('wallet_load_batch')
const walletAdjustment = about('wallet_adjustment')
const settlement = about('settlement')
const withdrawal = about('withdrawal')
const payoutAddress = about('payout_address')
const note = about('note')
const incident = about('incident')
const feeSchedule = about('fee_schedule')

/** Device and address of a change of credentials. */
type ChangeSource = { readonly device: string; readonly address: string; readonly country: string | null }
/** The case after the step. Two statuses of `kyc.decided` mean that the person is verified. */
type KycStep = { readonly status: KycStatus; readonly reason: string | null; readonly hold: boolean }

type CardFacts = Readonly<{ ref: string; form: (typeof cardForms)[number]; lastDigits: string | null }>
/** `actorId`: the person who changed the card, if a person did. `reason`: why the card cannot be used. */
type CardChange = CardFacts & { readonly actorId?: string | null; readonly reason?: string }
/** Limits as decimal amounts; null: no limit. */
type CardLimitFacts = CardFacts & Readonly<Record<'payment' | 'day' | 'month', string | null>>

/** Amounts are cents as digits. The payment's amounts before and after the event include its fees. */
type PaymentNews = {
  readonly cardId: string
  readonly issuerEventId: string
  readonly type: string
  readonly status: string
  readonly merchant: string
  readonly amountCents: string
  readonly beforeCents: string
  readonly totalCents: string
  readonly refundedCents: string
  readonly reason?: string
}

/** Amounts are cents as digits; with the person who requested it. */
type TreasuryFacts = { readonly kind: string; readonly amountCents: string; readonly requestedBy: string }

/** The total is cents as digits. */
type TransferFacts = Readonly<Record<'wallet' | 'totalCents' | 'fromOwnerId' | 'toOwnerId', string>>
type TopUpFacts = Readonly<Record<'wallet' | 'grossCents' | 'netCents', string>>
/** What a card got from a wallet, in cents as digits. */
type CardCreditFacts = Readonly<
  Record<'cardId' | 'wallet' | 'netCents' | 'totalCents' | 'feeCents' | 'senderName', string>
>
type WithdrawalFacts = Readonly<
  Record<'ref' | 'wallet' | 'totalCents' | 'netCents' | 'asset' | 'path', string>
>
type SettlementFacts = Readonly<Record<'wallet' | 'ownerId', string>>
type AdjustmentFacts = Readonly<Record<'wallet' | 'type' | 'amountCents', string>>
type CardAdjustmentFacts = Readonly<Record<'cardId' | 'type' | 'amountCents', string>>

/** `status` after the decision. */
type ApprovalDecision = { readonly kind: string; readonly status: string }

type LoadRef = { readonly ref: string }
type LoadFacts = LoadRef & { readonly cardId: string; readonly speed: z.output<typeof LoadSpeed> }
/** `acceptance`: from 2 on it was credited again. Events of an earlier version have none. */
type CreditFacts = LoadFacts &
  Readonly<Record<'netCents' | 'grossCents' | 'feeCents', string>> & { readonly acceptance?: number }

/**
 * Every event of the product: its name `noun.verb` in the past tense, its entity and its payload. Other
 * events cannot be emitted, consumed or waited for (architecture §5).
 */
export const events = {
  'user.registered': user(),
  'user.changed': user(),
  /** The names of the two companies, as the person knows them. */
  'user.company_changed': user<{ from: string; to: string }>(),
  'user.email_verified': user(),
  'user.mobile_changed': user<ChangeSource>(),
  'user.password_changed': user<ChangeSource>(),
  'user.email_change_requested': user<ChangeSource>(),
  'user.email_changed': user<ChangeSource>(),
  'user.email_change_cancelled': user<ChangeSource>(),
  'user.factor_added': user<{ readonly method: FactorMethod }>(),
  'user.factor_removed': user<{ readonly method: FactorMethod }>(),
  'user.permissions_changed': user(),
  'seller_code.created': sellerCode(),
  'seller_code.changed': sellerCode(),
  'seller_invitation.created': sellerInvitation(),
  'seller_invitation.changed': sellerInvitation(),
  /** The name of the person who became a seller two. */
  'seller_invitation.accepted': sellerInvitation<{ readonly name: string }>(),
  'company.created': company(),
  'company.changed': company(),
  'company.terms_changed': company<TermsChange>(),
  'session.revoked': session<{ readonly reason: string }>(),
  'kyc.created': kycCase<KycStep>(),
  'kyc.started': kycCase<KycStep>(),
  'kyc.submitted': kycCase<KycStep>(),
  'kyc.reset': kycCase<KycStep>(),
  'kyc.decided': kycCase<KycStep>(),
  /** The card has its id before it is made. */
  'card_order.paid': cardOrder<{ readonly ref: string; readonly cardId: string }>(),
  'card_order.fulfilled': cardOrder<{ readonly ref: string; readonly cardId: string }>(),
  'card_order.refunded': cardOrder<{ readonly ref: string; readonly cardId: string }>(),
  'card.requested': card<CardFacts & { readonly automatic: boolean }>(),
  'card.created': card<CardFacts>(),
  'card.activated': card<CardChange>(),
  'card.blocked': card<CardChange>(),
  'card.resumed': card<CardChange>(),
  'card.expired': card<CardChange>(),
  'card.closing_started': card<CardChange>(),
  'card.closed': card<CardChange>(),
  'card.limits_changed': card<CardLimitFacts>(),
  'card.call_refused': card<CardFacts & { readonly kind: string; readonly refusal: string }>(),
  'card.authorised': payment<PaymentNews>(),
  'card.reversed': payment<PaymentNews>(),
  'card.lapsed': payment<PaymentNews>(),
  'card.cleared': payment<PaymentNews>(),
  'card.refunded': payment<PaymentNews>(),
  'card.declined': payment<PaymentNews>(),
  'card_transaction.recorded': payment<{ readonly cardId: string; readonly loadId: string }>(),
  'load.quoted': load(),
  'load.cancelled': load<LoadRef>(),
  'load.expired': load<LoadRef>(),
  'load.detected': load<LoadRef & { readonly cardId: string }>(),
  'load.undetected': load(),
  'load.other_coin_seen': load<LoadRef & { readonly cardId: string }>(),
  'load.underpaid': load<LoadFacts & { readonly exception: string | null }>(),
  'load.accepted': load<LoadFacts & { readonly netCents: string; readonly releaseBy: string }>(),
  'load.set_aside': load<LoadFacts & { readonly exception: string }>(),
  'load.undone': load<LoadFacts & { readonly netCents: string }>(),
  'load.reversal_started': load<LoadFacts & { readonly netCents: string }>(),
  'load.reversed': load<LoadFacts & Readonly<Record<'netCents' | 'reversalId', string>>>(),
  'load.reversal_refused': load<LoadFacts & { readonly refusal: string }>(),
  'load.refund_requested': load<LoadFacts>(),
  'load.refund_queued': load<LoadFacts>(),
  'load.refund_started': load<LoadFacts>(),
  'load.refunded': load<LoadFacts & { readonly coins: string }>(),
  'load.refund_failed': load<LoadFacts & { readonly coins: string }>(),
  'load.rest_requested': load<LoadFacts>(),
  'load.refund_withdrawn': load<LoadFacts>(),
  'load.release_delayed': load<LoadRef>(),
  'load.credit_started': load<LoadFacts>(),
  'load.credited': load<CreditFacts>(),
  'load.credit_postponed': load<LoadFacts & { readonly refusal: string }>(),
  'load.credit_failed': load<LoadFacts & { readonly refusal: string }>(),
  'load.credit_review_opened': load<LoadRef & { readonly reason: string }>(),
  'load.stray_credit_found': load(),
  'issuer.account_changed': issuerEvent<Readonly<Record<'entryId' | 'amountCents' | 'occurredAt', string>>>(),
  'issuer.funded': issuerEvent<{ readonly amountCents: string }>(),
  'treasury.recorded': treasuryOperation<TreasuryFacts>(),
  /** Crypto of a company that is not in its wallet: its quote, what came, and what was decided. */
  'topup.payment_changed': topUp<{ readonly ref: string; readonly wallet: string }>(),
  'topup.payment_set_aside': topUp<{ readonly ref: string; readonly wallet: string }>(),
  'topup.address_requested': topUp<{ readonly ref: string; readonly wallet: string }>(),
  'topup.refund_requested': topUp<{ readonly ref: string; readonly wallet: string }>(),
  'topup.refund_queued': topUp<{ readonly ref: string; readonly wallet: string }>(),
  'topup.accepted': topUp<TopUpFacts>(),
  'topup.matched': topUp<TopUpFacts>(),
  'topup.matured': topUp<TopUpFacts>(),
  'topup.reversed': topUp<TopUpFacts>(),
  'transfer.completed': transfer<TransferFacts>(),
  'transfer.reserved': transfer<TransferFacts>(),
  'transfer.credit_started': transfer(),
  'transfer.credit_postponed': transfer(),
  'transfer.credited': transfer<CardCreditFacts>(),
  'transfer.cancelled': transfer<{ readonly cardId: string; readonly refusal: string }>(),
  'transfer.credit_review_opened': transfer<{ readonly reason: string }>(),
  'transfer.stray_credit_found': transfer(),
  'transfer.batch_created': walletLoadBatch(),
  'transfer.batch_advanced': walletLoadBatch(),
  'transfer.batch_ended': walletLoadBatch(),
  'wallet.adjusted': walletAdjustment<AdjustmentFacts>(),
  'card_adjustment.started': walletAdjustment<CardAdjustmentFacts>(),
  'card_adjustment.completed': walletAdjustment<CardAdjustmentFacts>(),
  'card_adjustment.refused': walletAdjustment<CardAdjustmentFacts & { readonly refusal: string }>(),
  'card_adjustment.review_opened': walletAdjustment<{ readonly reason: string }>(),
  'card_adjustment.stray_found': walletAdjustment(),
  'allowance.guaranteed': company<Readonly<Record<'guarantorId' | 'cents' | 'reason', string>>>(),
  'settlement.drafted': settlement<SettlementFacts>(),
  'settlement.approved': settlement<SettlementFacts>(),
  'settlement.paid': settlement<SettlementFacts & { readonly paidCents: string }>(),
  'settlement.voided': settlement<SettlementFacts>(),
  'payout_address.added': payoutAddress<Readonly<Record<'label' | 'usableFrom' | 'path', string>>>(),
  'withdrawal.requested': withdrawal<WithdrawalFacts>(),
  'withdrawal.approved': withdrawal<WithdrawalFacts>(),
  'withdrawal.rejected': withdrawal<WithdrawalFacts & { readonly reason: string }>(),
  'withdrawal.cancelled': withdrawal<WithdrawalFacts>(),
  'withdrawal.started': withdrawal<WithdrawalFacts>(),
  'withdrawal.confirmed': withdrawal<WithdrawalFacts>(),
  'withdrawal.failed': withdrawal<WithdrawalFacts>(),
  'withdrawal.stopped': withdrawal<WithdrawalFacts>(),
  'approval.requested': approval<{ readonly kind: string }>(),
  'approval.decided': approval<ApprovalDecision>(),
  'note.created': note(),
  'note.changed': note(),
  'note.removed': note(),
  /** The person of the event is the one who is mentioned. */
  'note.mentioned': note(),
  'incident.changed': incident(),
  /** What a company had set has no room any more; the entity is the version that ends it. */
  'fee_schedule.ended': feeSchedule(),
  'notification.created': notification(),
  'notification.read': notification(),
  'reconciliation.run_ended': reconcileRun(),
  'reconciliation.break_changed': about('reconcile_break')(),
  'reconciliation.mismatch_found': finding<{ readonly invariant: string; readonly subject: string }>(),
} as const

type Events = typeof events
export type EventType = keyof Events
export type EventEntity<Type extends EventType = EventType> = Events[Type]['entity']
export type EventPayload<Type extends EventType> =
  Events[Type] extends EventDeclaration<string, infer Payload> ? Payload : never

/** Events without a person and a company that every stream receives. They have no payload: pages read what is for them. */
export const eventsForEverybody = ['incident.changed'] as const satisfies readonly EventType[]

/** What a page subscribes to: one event, or all events with a prefix such as `load.`. */
export type LiveTopic = EventType | (EventType extends `${infer Noun}.${string}` ? `${Noun}.` : never)
