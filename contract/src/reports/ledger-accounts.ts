import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { Id, Instant } from '../wire.ts'

/** Classes of accounts (money §2). `position`: units of an asset held by the operator, the mirror of their value. */
export const accountClasses = ['asset', 'liability', 'equity', 'income', 'expense', 'position'] as const

/** Codes of the chart (money §2), with `_` for the dot. `other`: a code of an older version. */
export const accountCodes = [
  'crypto_deposits',
  'crypto_treasury',
  'crypto_payout',
  'crypto_venue',
  'crypto_gas',
  'fx_units',
  'fx_usd',
  'bank_settlement',
  'bank_unconfirmed',
  'issuer_transit',
  'issuer_unallocated',
  'issuer_in_flight',
  'issuer_allocated',
  'partner_owed',
  'dispute_receivable',
  'deposit_unapplied',
  'suspense',
  'payout_in_flight',
  'load_pending',
  'fee_deferred',
  'order_deferred',
  'wallet_regular_available',
  'wallet_regular_pending',
  'wallet_regular_reserved',
  'wallet_immediate_available',
  'wallet_immediate_pending',
  'wallet_immediate_reserved',
  'card_available',
  'card_floating',
  'equity_capital',
  'equity_opening',
  'equity_drawings',
  'income_load_fees',
  'income_topup_fees',
  'income_spread',
  'income_transfer_fees',
  'income_withdrawal_fees',
  'income_card_price',
  'income_card_fees',
  'income_fx_result',
  'expense_conversion',
  'expense_network',
  'expense_issuer_fees',
  'expense_bank_fees',
  'expense_adjustments',
  'expense_losses',
  'expense_reconciliation',
  'other',
] as const

/**
 * An amount of the ledger as a decimal string: dollars with two decimals, or an asset with the decimals of its unit. The
 * currency is next to it.
 */
export const LedgerAmount = z.string().meta({ description: 'Amount of the ledger, a decimal string' })

/** The account of a line: its code in words and as the ledger writes it. */
export const accountLine = {
  code: z.enum(accountCodes),
  account: z.string(),
  /** `token@chain`, where the chart has one account for each asset. */
  asset: z.string().nullable(),
  /** USD, or the asset of the account. */
  currency: z.string(),
  class: z.enum(accountClasses),
}

const Check = z.object({
  currency: z.string(),
  assets: LedgerAmount,
  liabilities: LedgerAmount,
  equity: LedgerAmount,
  income: LedgerAmount,
  expenses: LedgerAmount,
  positions: LedgerAmount,
  /** Assets − (liabilities + equity + income − expenses + positions). */
  difference: LedgerAmount,
  isBalanced: z.boolean(),
})

export const readTrialBalance = endpoint({
  method: 'GET',
  path: '/ledger/trial-balance',
  summary:
    'Balances of the ledger by code, now or as of an instant: of the whole ledger, or of the accounts in scope as they are now',
  who: 'ledger.view',
  rate: 'read',
  input: z.object({ at: Instant.optional() }),
  output: z.object({
    at: Instant,
    /** Whether these are all accounts. Only then are there checks and balances of the past. */
    isWhole: z.boolean(),
    lines: z.array(z.object({ ...accountLine, balance: LedgerAmount, accounts: z.number().int() })),
    checks: z.array(Check),
  }),
  refusals: { validation: 422, whole_ledger_only: 403 },
})

export const ledgerOwnerKinds = ['operator', 'company', 'person', 'card', 'other'] as const
export const accountStates = ['open', 'closed'] as const

const LedgerAccount = z.object({
  id: Id,
  ...accountLine,
  ownerKind: z.enum(ledgerOwnerKinds),
  ownerId: Id.nullable(),
  /** Empty: the owner is not in the reader's scope. */
  ownerName: z.string(),
  companyId: Id.nullable(),
  companyName: z.string(),
  /** With the account's own sign. */
  balance: LedgerAmount,
  /** The lowest balance; null: there is none. */
  floor: LedgerAmount.nullable(),
  state: z.enum(accountStates),
  lastPostingAt: Instant.nullable(),
})

export const listLedgerAccounts = listEndpoint({
  path: '/ledger/accounts',
  summary: 'Accounts of the ledger in scope, by code; a search finds owners by name, and any id',
  who: 'ledger.view',
  row: LedgerAccount,
  filters: {
    code: z.enum(accountCodes).optional(),
    class: z.enum(accountClasses).optional(),
    state: z.enum(accountStates).optional(),
    balance: z.enum(['not_zero']).optional(),
    asset: z.string().max(60).optional(),
    ownerId: Id.optional(),
    companyId: Id.optional(),
  },
  search: true,
  byId: true,
  sorts: ['code', '-code'],
})

export const getLedgerAccount = endpoint({
  method: 'GET',
  path: '/ledger/accounts/:id',
  summary: 'An account of the ledger with its balance now, and as of an instant',
  who: 'ledger.view',
  effect: 'outside',
  rate: 'read',
  params: z.object({ id: Id }),
  input: z.object({ at: Instant.optional() }),
  output: LedgerAccount.extend({
    /** Whether a debit increases the balance. */
    isDebitSide: z.boolean(),
    postings: z.number().int(),
    openedAt: Instant,
    closedAt: Instant.nullable(),
    /** The balance of all postings effective up to the requested instant. */
    balanceAt: LedgerAmount.nullable(),
  }),
  refusals: { validation: 422, record_not_found: 404 },
})
