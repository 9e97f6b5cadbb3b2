import { formatCents } from '@cardamom/contract/money'
import { z } from 'zod'
import type { CallOutcome } from '../../kernel/call-declaration.ts'
import { centsOfMills, Mills, Page } from './exact-json.ts'
import { kycBody, otpPhoneOf } from './holder-body.ts'
import type { CardLimits, IssuerCard, IssuerPort, NewIssuerCard } from './port.ts'
import { mapped, type ReapHttp } from './reap-http.ts'

const pageSize = '100'
/** How long the address of the page with the card number works. */
const revealMs = 60_000

const statusOf = {
  INACTIVE: 'inactive',
  ACTIVE: 'active',
  FROZEN: 'frozen',
  BLOCKED: 'blocked',
  EXPIRED: 'expired',
  DELETED: 'closed',
  INTERNAL_REVIEW_FAILED: 'blocked',
} as const satisfies Record<string, IssuerCard['status']>

/** The API cannot remove a limit. An amount that no card can reach means "no limit". */
const noLimitCents = 999_999_999n

const Cap = Mills.nullish()
const SpendCap = z.object({ transactionLimit: Cap, dailyLimit: Cap, monthlyLimit: Cap })

const limitOf = (mills: z.output<typeof Cap>): bigint | null => {
  const cents = mills === null || mills === undefined ? null : centsOfMills(mills)
  return cents === null || cents >= noLimitCents ? null : cents
}

const limitsOf = (cap: z.output<typeof SpendCap> | null | undefined): CardLimits => ({
  paymentCents: limitOf(cap?.transactionLimit),
  dayCents: limitOf(cap?.dailyLimit),
  monthCents: limitOf(cap?.monthlyLimit),
})

/** The request has JSON numbers, while the answer has strings. */
const limitNumber = (cents: bigint | null): number => {
  const decimal = formatCents(cents ?? noLimitCents)
  return Number(decimal)
}

const CardFields = z.object({
  status: z.enum(Object.keys(statusOf) as (keyof typeof statusOf)[]),
  last4: z.string().regex(/^\d{4}$/),
  cardName: z.string(),
  availableCredit: Mills,
  freezeReason: z.string().nullish(),
  statusReason: z.string().nullish(),
  meta: z.object({ id: z.string().nullish() }).nullish(),
  spendControl: z.object({ spendControlCap: SpendCap.nullish() }).nullish(),
})

const isFraud = (reason: string | null): boolean => /fraud/i.test(reason ?? '')

const cardOf = (issuerCardId: string, card: z.output<typeof CardFields>): IssuerCard => {
  const reason = card.statusReason ?? card.freezeReason ?? null
  const status = statusOf[card.status]
  return {
    issuerCardId,
    reference: card.meta?.id ?? '',
    // The issuer freezes a card when it suspects fraud. The holder cannot undo that, so the card is blocked
    // for us.
    status: status === 'frozen' && isFraud(reason) ? 'blocked' : status,
    lastDigits: card.last4,
    nameOnCard: card.cardName,
    availableCents: centsOfMills(card.availableCredit),
    availableMills: card.availableCredit,
    blockReason: card.status === 'INTERNAL_REVIEW_FAILED' ? (reason ?? card.status) : reason,
    limits: limitsOf(card.spendControl?.spendControlCap),
  }
}

const Id = z.string().min(1)
const MadeAnswer = z.object({ id: Id })
const ListedCard = CardFields.extend({ id: Id }).transform(({ id, ...card }) => cardOf(id, card))
const CardsPage = Page(ListedCard)
const FreezeAnswer = z.object({ freeze: z.boolean() })
const RevealAnswer = z.object({ accessUrl: z.url() })
const DesignsAnswer = z.object({ cardDesigns: z.array(z.object({ id: Id, name: z.string() })) })

/** A new card has a spend limit of zero. Money comes only from loads, which are in the ledger. */
const cardBody = (card: NewIssuerCard, designId: string | null) => ({
  cardType: card.form === 'virtual' ? 'Virtual' : 'Physical',
  customerType: 'Consumer',
  kyc: kycBody(card),
  preferredCardName: card.nameOnCard,
  meta: { id: card.reference, otpPhoneNumber: otpPhoneOf(card.holder.mobile) },
  spendLimit: 0,
  ...(designId === null ? {} : { cardDesign: designId }),
})

const inPath = encodeURIComponent

const createReads = ({ read }: ReapHttp) => {
  const readCard: IssuerPort['readCard'] = async (id) =>
    mapped(await read(CardFields, { method: 'GET', path: `/cards/${inPath(id)}` }), (card) =>
      cardOf(id, card),
    )
  /** Null: the issuer has no artwork with that name. */
  const findDesign = async (name: string): Promise<CallOutcome<string | null>> =>
    mapped(
      await read(DesignsAnswer, { method: 'GET', path: '/card-design/' }),
      ({ cardDesigns }) => cardDesigns.find((design) => design.name === name)?.id ?? null,
    )
  return { readCard, findDesign }
}

/**
 * Reads the card after a change, because the answer of the change has too little. When the read fails, the
 * outcome is unknown.
 */
const afterwards = async (
  changed: CallOutcome<unknown>,
  readCard: () => Promise<CallOutcome<IssuerCard>>,
): Promise<CallOutcome<IssuerCard>> => {
  if (changed.outcome !== 'ok') return changed
  const card = await readCard()
  return card.outcome === 'ok' ? card : { outcome: 'unknown' }
}

/** Creates, finds, freezes and shows cards. */
export const reapCardCalls = (http: ReapHttp) => {
  const { change, read } = http
  const { readCard, findDesign } = createReads(http)

  const createCard: IssuerPort['createCard'] = async (card) => {
    const design = await findDesign(card.design)
    if (design.outcome !== 'ok') return design.outcome === 'unknown' ? { outcome: 'unavailable' } : design
    // A virtual card may get the issuer's default artwork. A physical card is never made with another artwork
    // than was paid for.
    if (design.value === null && card.form === 'physical') return { outcome: 'rejected', code: 'card_design' }
    const made = await change(MadeAnswer, {
      method: 'POST',
      path: '/cards',
      body: cardBody(card, design.value),
      idempotencyKey: card.idempotencyKey,
    })
    return afterwards(made, () => readCard(made.outcome === 'ok' ? made.value.id : ''))
  }

  return {
    createCard,
    readCard,
    findCardByReference: async (reference) =>
      mapped(
        await read(CardsPage, {
          method: 'GET',
          path: '/cards',
          query: { metadataId: reference, limit: pageSize },
        }),
        ({ items }) => items.find((card) => card.reference === reference) ?? null,
      ),
    listCards: async ({ page }) =>
      mapped(
        await read(CardsPage, {
          method: 'GET',
          path: '/cards',
          query: { page: String(page), limit: pageSize },
        }),
        ({ items, meta }) => ({ cards: items, hasMore: page < meta.totalPages }),
      ),
    setFrozen: async ({ issuerCardId, frozen }) =>
      afterwards(
        await change(FreezeAnswer, {
          method: 'PUT',
          path: `/cards/${inPath(issuerCardId)}/status`,
          body: { freeze: frozen },
        }),
        () => readCard(issuerCardId),
      ),
    setLimits: async ({ issuerCardId, limits }) =>
      afterwards(
        await change(SpendCap, {
          method: 'PUT',
          path: `/cards/${inPath(issuerCardId)}/spend-control`,
          body: {
            transactionLimit: limitNumber(limits.paymentCents),
            dailyLimit: limitNumber(limits.dayCents),
            monthlyLimit: limitNumber(limits.monthCents),
          },
        }),
        () => readCard(issuerCardId),
      ),
    // A second request is harmless: an address that was not received is never opened.
    revealCard: async ({ issuerCardId, stylesheetUrl }) =>
      mapped(
        await read(RevealAnswer, {
          method: 'POST',
          path: `/cards/${inPath(issuerCardId)}/reveal-html`,
          body: { copyPan: true, stylesheetUrl },
        }),
        ({ accessUrl }) => ({ url: accessUrl, validForMs: revealMs }),
      ),
  } satisfies Partial<IssuerPort>
}
