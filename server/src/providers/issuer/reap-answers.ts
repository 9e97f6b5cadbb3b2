import { z } from 'zod'
import type { IssuerAccountEntry, IssuerCard, IssuerTransactionEvent } from './port.ts'

/** A signed decimal string with at most two decimals, in cents. */
const Money = z
  .string()
  .regex(/^-?\d{1,12}(\.\d{1,2})?$/)
  .transform((text): bigint => {
    const [whole = '', fraction = ''] = text.replace('-', '').split('.')
    const cents = BigInt(whole + fraction.padEnd(2, '0'))
    return text.startsWith('-') ? -cents : cents
  })

const Moment = z.string().transform((text, context): Date => {
  const instant = new Date(text)
  if (Number.isNaN(instant.getTime())) context.addIssue({ code: 'custom', message: 'not an instant' })
  return instant
})

const statusOf = {
  INACTIVE: 'inactive',
  ACTIVE: 'active',
  FROZEN: 'frozen',
  BLOCKED: 'blocked',
  EXPIRED: 'expired',
  REPLACED: 'replaced',
  CLOSED: 'closed',
} as const satisfies Record<string, IssuerCard['status']>

export const CardAnswer = z
  .object({
    id: z.string().min(1),
    status: z.enum(Object.keys(statusOf) as (keyof typeof statusOf)[]),
    bin: z.string().regex(/^\d{6,8}$/),
    last4: z.string().regex(/^\d{4}$/),
    expiryMonth: z.string().regex(/^(0[1-9]|1[0-2])$/),
    expiryYear: z.string().regex(/^\d{4}$/),
    cardName: z.string(),
    availableCredit: Money,
    kyc: z.object({ issuerCustomerId: z.string().min(1) }),
    meta: z.object({ id: z.string().nullish() }).nullish(),
    blockedBy: z.enum(['CLIENT', 'ISSUER']).nullish(),
    blockReason: z.string().nullish(),
  })
  .transform((card): IssuerCard => ({
    issuerCardId: card.id,
    cif: card.kyc.issuerCustomerId,
    reference: card.meta?.id ?? '',
    status: statusOf[card.status],
    bin: card.bin,
    lastDigits: card.last4,
    expiry: `${card.expiryMonth}/${card.expiryYear.slice(-2)}`,
    nameOnCard: card.cardName,
    availableCents: card.availableCredit,
    blockedBy: card.blockedBy === 'ISSUER' ? 'issuer' : card.blockedBy === 'CLIENT' ? 'client' : null,
    blockReason: card.blockReason ?? null,
  }))

export const CardsAnswer = z.object({
  items: z.array(CardAnswer),
  meta: z.object({ page: z.number().int(), totalPages: z.number().int() }),
})

export const BalanceAnswer = z.object({ availableBalance: Money, availableToAllocate: Money })
export const HistoryAnswer = z.object({
  items: z.array(z.object({ id: z.string(), amount: Money, reference: z.string().nullish() })),
})
export const AdjustedAnswer = z.object({ id: z.string() })
export const SubscribedAnswer = z.object({ subscriberUrl: z.string() })
export const LinkAnswer = z.object({ url: z.url(), expiresAt: Moment })

/** The issuer's words for the kinds of master account entries. */
export const entryTypes = {
  funded: 'FUNDING',
  fee_charged: 'FEE',
  chargeback_paid: 'CHARGEBACK',
} as const satisfies Record<IssuerAccountEntry['kind'], string>

const kindOfEntry = new Map(
  Object.entries(entryTypes).map(([kind, type]) => [type as string, kind as IssuerAccountEntry['kind']]),
)

/** The history shows what it did to the balance; a fee is told as what was taken. */
export const AccountHistoryAnswer = z
  .object({
    items: z.array(
      z.object({
        id: z.string().min(1),
        type: z.string(),
        amount: Money,
        reference: z.string().nullish(),
        createdAt: Moment,
      }),
    ),
    nextCursor: z.string().nullish(),
  })
  .transform(({ items, nextCursor }) => ({
    nextCursor: nextCursor ?? null,
    entries: items.flatMap((item): IssuerAccountEntry[] => {
      const kind = kindOfEntry.get(item.type)
      if (!kind) return []
      return [
        {
          entryId: item.id,
          kind,
          amountCents: kind === 'fee_charged' ? -item.amount : item.amount,
          reference: item.reference ?? null,
          occurredAt: item.createdAt,
        },
      ]
    }),
  }))

/** An account event as the webhook carries it. */
export const AccountNews = z.object({
  id: z.string().min(1),
  amount: Money,
  reference: z.string().nullish(),
  createdAt: Moment,
})

const channelOf = { POS: 'pos', ECOMMERCE: 'online', ATM: 'cash', RECURRING: 'recurring' } as const

const EventAnswer = z.object({
  id: z.string().min(1),
  transactionId: z.string().min(1),
  cardId: z.string().min(1),
  type: z.enum(['authorisation', 'increment', 'reversal', 'clearing', 'refund', 'decline', 'lapse']),
  amount: Money.refine((cents) => cents >= 0n),
  originalAmount: z.string(),
  originalCurrency: z.string().regex(/^[A-Z]{3}$/),
  conversionRate: z.string(),
  fees: z.array(z.object({ type: z.string(), amount: Money })).default([]),
  final: z.boolean().default(false),
  authCode: z.string().nullish(),
  channel: z.enum(['POS', 'ECOMMERCE', 'ATM', 'RECURRING']).catch('POS'),
  merchant: z.object({
    name: z.string(),
    mcc: z.string(),
    city: z.string().nullish(),
    country: z.string().nullish(),
  }),
  declineReason: z.object({ code: z.string() }).nullish(),
  reason: z.string().nullish(),
  occurredAt: Moment,
})

const rateScale = 100_000_000n

/** The issuer tells USD per unit of the shop's currency; people read the other way round. Text with 4 decimals. */
const perUsd = (conversionRate: string): string | null => {
  const parts = /^(\d{1,6})(?:\.(\d{1,8}))?$/.exec(conversionRate)
  const rate = parts ? BigInt(parts[1] ?? '0') * rateScale + BigInt((parts[2] ?? '').padEnd(8, '0')) : 0n
  if (rate <= 0n) return null
  const tenThousandths = (rateScale * 10_000n * 2n + rate) / (rate * 2n)
  return `${tenThousandths / 10_000n}.${String(tenThousandths % 10_000n).padStart(4, '0')}`
}

type Event = z.output<typeof EventAnswer>

const eventOf = (event: Event, lapsesAt: Date | null): IssuerTransactionEvent => ({
  eventId: event.id,
  transactionId: event.transactionId,
  issuerCardId: event.cardId,
  type: event.type,
  final: event.final,
  amountCents: event.amount,
  originalAmount: event.originalAmount,
  originalCurrency: event.originalCurrency,
  rate: event.originalCurrency === 'USD' ? null : perUsd(event.conversionRate),
  fees: event.fees.map(({ type, amount }) => ({ type, amountCents: amount })),
  channel: channelOf[event.channel],
  authorisationCode: event.authCode ?? null,
  reason: event.reason ?? null,
  merchant: {
    name: event.merchant.name,
    mcc: event.merchant.mcc,
    city: event.merchant.city ?? null,
    country: event.merchant.country ?? null,
  },
  declineReason: event.declineReason?.code ?? null,
  occurredAt: event.occurredAt,
  lapsesAt,
})

export const TransactionAnswer = z
  .object({ lapsesAt: Moment.nullish(), events: z.array(EventAnswer) })
  .transform(({ events, lapsesAt }) => events.map((event) => eventOf(event, lapsesAt ?? null)))

export const TransactionsAnswer = z
  .object({ items: z.array(TransactionAnswer), nextCursor: z.string().nullish() })
  .transform(({ items, nextCursor }) => ({ events: items.flat(), nextCursor: nextCursor ?? null }))
