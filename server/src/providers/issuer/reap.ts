import { formatCents } from '@cardamom/contract/money'
import type { IssuerPort, NewIssuerCard } from './port.ts'
import {
  AccountHistoryAnswer,
  AdjustedAnswer,
  BalanceAnswer,
  CardAnswer,
  CardsAnswer,
  entryTypes,
  HistoryAnswer,
  LinkAnswer,
  SubscribedAnswer,
  TransactionAnswer,
  TransactionsAnswer,
} from './reap-answers.ts'
import { createReapHttp, mapped, type ReapHttp, type ReapSettings } from './reap-http.ts'
import { createWebhookCheck, readReapNotice } from './reap-webhook.ts'
import { threeLettersOf } from './three-letter-countries.ts'

const activationVersion = '2025-02-14'
const pageSize = '100'
const changesPageSize = '200'

const holderBody = ({ holder }: NewIssuerCard) => {
  if (holder.cif !== null) return { issuerCustomerId: holder.cif }
  return {
    firstName: holder.firstName,
    lastName: holder.lastName,
    dob: holder.birthDate,
    ...(holder.documentType === null ? {} : { idDocumentType: holder.documentType }),
    ...(holder.documentNumber === null ? {} : { idDocumentNumber: holder.documentNumber }),
    residentialAddress: {
      line1: holder.street,
      city: holder.city,
      postalCode: holder.zip,
      country: threeLettersOf(holder.country),
    },
  }
}

/** A card starts without credit: money comes only by loads, which the ledger knows. */
const cardBody = (card: NewIssuerCard) => ({
  cardType: card.form === 'virtual' ? 'Virtual' : 'Physical',
  customerType: 'Consumer',
  spendLimit: '0.00',
  kyc: holderBody(card),
  preferredCardName: card.nameOnCard,
  cardDesign: card.design,
  meta: { id: card.reference },
})

const inPath = encodeURIComponent

const cardCalls = ({ change, read }: ReapHttp) =>
  ({
    createCard: (card) => change(CardAnswer, { method: 'POST', path: '/cards', body: cardBody(card) }),
    readCard: (id) => read(CardAnswer, { method: 'GET', path: `/cards/${inPath(id)}` }),
    findCardByReference: async (reference) =>
      mapped(
        await read(CardsAnswer, { method: 'GET', path: '/cards', query: { metaId: reference } }),
        ({ items }) => items.find((card) => card.reference === reference) ?? null,
      ),
    listCards: async ({ page }) =>
      mapped(
        await read(CardsAnswer, {
          method: 'GET',
          path: '/cards',
          query: { page: String(page), limit: pageSize },
        }),
        ({ items, meta }) => ({ cards: items, hasMore: page < meta.totalPages }),
      ),
    setFrozen: ({ issuerCardId, frozen }) =>
      change(CardAnswer, {
        method: 'PUT',
        path: `/cards/${inPath(issuerCardId)}/status`,
        body: { freeze: frozen },
      }),
    activate: ({ issuerCardId, activationCode }) =>
      change(CardAnswer, {
        method: 'POST',
        path: `/cards/${inPath(issuerCardId)}/activate`,
        body: { activationCode },
        version: activationVersion,
      }),
    // A link that nobody got is a link that nobody opens: asking again does no harm.
    reveal: ({ issuerCardId, lang, look }) =>
      read(LinkAnswer, {
        method: 'POST',
        path: `/cards/${inPath(issuerCardId)}/reveal-link`,
        body: { lang, ...look },
      }),
  }) satisfies Partial<IssuerPort>

const moneyCalls = ({ change, read }: ReapHttp) =>
  ({
    adjustCredit: async ({ issuerCardId, amountCents, reference }) =>
      mapped(
        await change(AdjustedAnswer, {
          method: 'PUT',
          path: `/cards/${inPath(issuerCardId)}/credit`,
          body: { adjustment: formatCents(amountCents), reference },
        }),
        () => null,
      ),
    countCredits: async ({ issuerCardId, amountCents, reference }) =>
      mapped(
        await read(HistoryAnswer, {
          method: 'GET',
          path: `/cards/${inPath(issuerCardId)}/balance-history`,
          query: { reference, type: 'ADJUSTMENT' },
        }),
        ({ items }) =>
          items.filter((item) => item.reference === reference && item.amount === amountCents).length,
      ),
    readAccount: async () =>
      mapped(await read(BalanceAnswer, { method: 'GET', path: '/account/balance' }), (account) => ({
        availableCents: account.availableBalance,
        unallocatedCents: account.availableToAllocate,
      })),
    accountEntries: ({ kind, cursor, reference }) =>
      read(AccountHistoryAnswer, {
        method: 'GET',
        path: '/account/balance-history',
        query: { type: entryTypes[kind], cursor, reference, limit: pageSize },
      }),
  }) satisfies Partial<IssuerPort>

const transactionCalls = ({ change, read }: ReapHttp) =>
  ({
    readTransaction: (id) => read(TransactionAnswer, { method: 'GET', path: `/transactions/${inPath(id)}` }),
    eventsSince: ({ since, cursor }) =>
      read(TransactionsAnswer, {
        method: 'GET',
        path: '/transactions',
        query: { limit: changesPageSize, ...(cursor === null ? { from: since.toISOString() } : { cursor }) },
      }),
    subscribe: async (subscriberUrl) =>
      mapped(
        await change(SubscribedAnswer, { method: 'POST', path: '/webhooks', body: { subscriberUrl } }),
        () => null,
      ),
  }) satisfies Partial<IssuerPort>

/**
 * The issuer by Reap CaaS v2.0 (providers, Card issuer).
 * @param settings.webhookKey SPKI, PEM or DER in base64
 */
export const createReapIssuer = (settings: ReapSettings & { readonly webhookKey: string }): IssuerPort => {
  const http = createReapHttp(settings)
  return {
    ...cardCalls(http),
    ...moneyCalls(http),
    ...transactionCalls(http),
    verifyWebhook: createWebhookCheck(settings.webhookKey),
    readNotice: readReapNotice,
  }
}
