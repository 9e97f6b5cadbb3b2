import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { TestFilter } from '../identity/test-filter.ts'
import { listEndpoint } from '../list.ts'
import { SignedCents } from '../money.ts'
import { TransactionDetail, TransactionFilter, TransactionRow, transactionPurposes } from '../transactions.ts'
import { Id, Instant } from '../wire.ts'

const CompanyTransactionRow = TransactionRow.pick({
  id: true,
  cardId: true,
  lastDigits: true,
  status: true,
  purpose: true,
  category: true,
  total: true,
  held: true,
  original: true,
  at: true,
  authorisedAt: true,
  settledAt: true,
  holdsUntil: true,
  reason: true,
}).extend({
  userId: Id,
  holderName: z.string(),
  holderEmail: z.string(),
  companyId: Id,
  companyName: z.string(),
  /** The card issuer's id of the payment; null: the row is of no payment. */
  txId: z.string().nullable(),
  /** Null for loads. */
  merchantName: z.string().nullable(),
  declineReason: z.string().nullable(),
})

export const listCompanyTransactions = listEndpoint({
  path: '/company-transactions',
  summary:
    'Transactions of the people in scope, newest first; with `userId` those of one person; fees are part of their payments; searched by id or authorisation code',
  who: 'transactions.view',
  row: CompanyTransactionRow,
  sorts: ['-at', 'at'],
  filters: {
    userId: Id.optional(),
    cardId: Id.optional(),
    status: TransactionFilter.shape.status,
    purpose: z.enum(transactionPurposes).optional(),
    isTest: TestFilter.optional(),
  },
  tabs: {
    floating: { status: 'floating' },
    settled: { status: 'settled' },
    released: { status: 'released' },
    declined: { status: 'declined' },
  },
  days: 'at',
  search: true,
  byId: true,
  csv: { tag: 'transactions.export', stepUp: 'S1' },
})

/** A message of the card issuer as it was stored. */
const IssuerMessage = z.object({
  id: Id,
  /** `poll`: the product read it itself, because no webhook had come. */
  source: z.enum(['webhook', 'poll']),
  receivedAt: Instant,
  /** JSON; card numbers, names and short-lived secrets are left out. */
  body: z.string(),
})

const Journal = z.object({
  id: Id,
  effectiveAt: Instant,
  legs: z.array(
    z.object({
      /** Code of the chart of accounts. */
      account: z.string(),
      side: z.enum(['debit', 'credit']),
      amount: SignedCents,
    }),
  ),
})

export const readCompanyTransaction = endpoint({
  method: 'GET',
  path: '/company-transactions/:id',
  summary:
    'A transaction of a person in scope with all events of its payment; its journals with `ledger.view`, and the stored messages of the card issuer with `reconcile.run`',
  who: 'transactions.view',
  effect: 'outside',
  rate: 'read',
  params: z.object({ id: Id }),
  output: CompanyTransactionRow.extend({
    ...TransactionDetail.pick({
      merchant: true,
      fees: true,
      amount: true,
      card: true,
      authorisationCode: true,
      events: true,
      refundOf: true,
      load: true,
      sender: true,
    }).shape,
    /** Fees, refunds and the payment itself, as rows. */
    related: z.array(CompanyTransactionRow),
    /** Null: the reader may not see the ledger. Of a reader of some companies, only the legs of the card are there. */
    journals: z.array(Journal).nullable(),
    /** The journals have further legs, which the reader does not see. */
    journalsArePart: z.boolean(),
    /** Null: the reader does not work on differences with the card issuer (`reconcile.run`). */
    messages: z.array(IssuerMessage).nullable(),
  }),
  refusals: { record_not_found: 404 },
})
