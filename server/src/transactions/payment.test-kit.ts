import fc from 'fast-check'
import type { IssuerTransactionEvent } from '../providers/issuer/port.ts'

const start = Date.parse('2026-11-20T15:00:00Z')

/** An event of one payment; `more` replaces fields. */
export const paymentEvent = (
  eventId: string,
  type: IssuerTransactionEvent['type'],
  amountCents: bigint,
  more: Partial<IssuerTransactionEvent> = {},
): IssuerTransactionEvent => ({
  eventId,
  transactionId: 'payment-1',
  issuerCardId: 'card-1',
  type,
  final: false,
  amountCents,
  originalAmount: `${amountCents / 100n}.${String(amountCents % 100n).padStart(2, '0')}`,
  originalCurrency: 'USD',
  rate: null,
  fees: [],
  channel: 'pos',
  authorisationCode: '204815',
  reason: null,
  merchant: { name: 'Hotel Miramar', mcc: '7011', city: 'Cusco', country: 'PER' },
  declineReason: type === 'decline' ? 'insufficient_funds' : null,
  occurredAt: new Date(start + Number(eventId.replace(/\D/g, '') || 0) * 60_000),
  lapsesAt: null,
  ...more,
})

const amounts = fc.bigInt({ min: 0n, max: 50_000n })
const types = ['authorisation', 'increment', 'reversal', 'clearing', 'refund', 'decline', 'lapse'] as const

/** Sets of one to six events of a payment, of any type and amount; some clearings have fees. */
export const eventSets: fc.Arbitrary<IssuerTransactionEvent[]> = fc
  .array(
    fc.record({
      type: fc.constantFrom(...types),
      amountCents: amounts,
      final: fc.boolean(),
      fee: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((drafts) =>
    drafts.map(({ type, amountCents, final, fee }, index) =>
      paymentEvent(`e${index}`, type, amountCents, {
        final: final && type === 'clearing',
        fees: fee && type === 'clearing' ? [{ type: 'fx', amountCents: amountCents / 10n }] : [],
      }),
    ),
  )
