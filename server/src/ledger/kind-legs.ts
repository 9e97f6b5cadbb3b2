import { chart } from './chart.ts'

/** Codes of accounts that the legs of a kind may debit and credit. */
export type KindLegs = {
  readonly debits: readonly string[]
  readonly credits: readonly string[]
  /** All its legs on wallets are on wallets of one type. */
  readonly oneWallet: boolean
}

const everyCode = [...new Set(chart.map(({ code }) => code))]
const assets = [...new Set(chart.filter((line) => line.class === 'A').map(({ code }) => code))]
/** `wallet.T.…` stands for both types, `crypto.*` for all places, `assets` for class A and `*` for every account. */
const codesOf = (list: string): string[] =>
  list
    .split(' ')
    .filter((name) => name !== '')
    .flatMap((name) => {
      if (name === '*') return everyCode
      if (name === 'assets') return assets
      if (name === 'crypto.*') return everyCode.filter((code) => code.startsWith('crypto.'))
      if (!name.startsWith('wallet.T.')) return [name]
      return ['regular', 'immediate'].map((type) => name.replace('T', type))
    })

/** @param either codes that may be on both sides */
const legs = (debits: string, credits: string, either = ''): KindLegs => {
  const both = codesOf(either)
  const unique = (list: string) => [...new Set([...codesOf(list), ...both])].toSorted()
  return { debits: unique(debits), credits: unique(credits), oneWallet: false }
}
const onOneWallet = (of: KindLegs): KindLegs => ({ ...of, oneWallet: true })

const cardFeed = legs('', '', 'card.available card.floating issuer.allocated')
// A part of an amount that was divided may be below zero by a cent.
const resultsOfLoads = 'fee.deferred income.load_fees income.spread income.fx_result'
const unloaded = ['card.available issuer.unallocated', 'wallet.regular.available issuer.allocated'] as const

/** What the legs of each kind may be on (money §4). A kind that is reversed as a whole has both sides. */
export const kindLegs: Readonly<Record<string, KindLegs>> = {
  'deposit.confirmed': legs('crypto.deposits', 'deposit.unapplied suspense'),
  'deposit.attributed': legs('', '', 'suspense deposit.unapplied'),
  'deposit.frozen': legs('deposit.unapplied', 'suspense'),
  'deposit.swept': legs('', '', 'crypto.*'),
  'treasury.moved': legs('', '', 'crypto.*'),
  'gas.spent': legs('fx.units expense.network', 'crypto.gas fx.usd'),
  'treasury.converted': legs(
    'expense.conversion',
    'income.fx_result',
    'fx.units fx.usd crypto.venue crypto.gas bank.settlement',
  ),
  'fx.revalued': legs('', '', 'fx.usd income.fx_result'),
  'issuer.funding_sent': legs('issuer.transit', 'bank.settlement'),
  'issuer.funded': legs('issuer.unallocated', 'issuer.transit suspense'),
  'issuer.funding_returned': legs('bank.settlement', 'issuer.transit'),
  'bank.matched': legs('bank.settlement', 'bank.unconfirmed'),
  'bank.fee_charged': legs('expense.bank_fees', 'bank.settlement'),
  'suspense.resolved': legs(
    '',
    '',
    'suspense bank.unconfirmed issuer.transit wallet.regular.available expense.reconciliation',
  ),
  'capital.contributed': legs('bank.settlement', 'equity.capital'),
  'capital.withdrawn': legs('equity.drawings', 'bank.settlement'),
  'opening.posted': legs('', '', '*'),

  'load.accepted': legs(
    'deposit.unapplied fx.usd income.fx_result',
    'fx.units load.pending wallet.T.pending fee.deferred',
  ),
  'issuer.transfer_started': legs('issuer.in_flight', 'issuer.unallocated'),
  'load.credited': legs(
    'load.pending issuer.allocated',
    'card.available issuer.in_flight',
    'fee.deferred income.load_fees income.spread',
  ),
  'issuer.transfer_refused': legs('issuer.unallocated', 'issuer.in_flight'),
  'load.undone': legs(
    'load.pending wallet.T.pending partner.owed fx.units',
    'fx.usd deposit.unapplied',
    resultsOfLoads,
  ),
  'load.reversed': legs(
    'card.available issuer.unallocated wallet.T.pending partner.owed fx.units',
    'issuer.allocated fx.usd deposit.unapplied',
    resultsOfLoads,
  ),
  'refund.sent': legs('deposit.unapplied', 'payout.in_flight'),
  'refund.failed': legs('payout.in_flight', 'deposit.unapplied'),
  'refund.confirmed': legs('payout.in_flight', 'crypto.payout'),

  'topup.accepted': legs(
    'bank.unconfirmed deposit.unapplied fx.usd income.fx_result',
    'fx.units wallet.T.pending wallet.immediate.available fee.deferred',
  ),
  'topup.matured': legs(
    'wallet.regular.pending',
    'partner.owed wallet.immediate.available wallet.regular.available',
    'fee.deferred income.topup_fees income.spread',
  ),
  'topup.recognised': legs('', '', 'fee.deferred income.topup_fees income.spread'),
  'topup.reversed': legs(
    'wallet.T.pending wallet.T.available partner.owed fx.units',
    'bank.unconfirmed bank.settlement fx.usd deposit.unapplied',
    'fee.deferred income.topup_fees income.spread income.fx_result',
  ),

  'transfer.made': onOneWallet(legs('', '', 'wallet.T.available income.transfer_fees')),
  'wallet_load.reserved': onOneWallet(legs('wallet.T.available', 'wallet.T.reserved')),
  'wallet_load.credited': onOneWallet(
    legs('wallet.T.reserved issuer.allocated', 'card.available issuer.in_flight income.transfer_fees'),
  ),
  'wallet_load.released': onOneWallet(legs('wallet.T.reserved', 'wallet.T.available')),
  'allowance.guaranteed': legs('wallet.regular.available partner.owed', 'wallet.immediate.available'),
  'adjustment.wallet': onOneWallet(legs('', '', 'expense.adjustments wallet.T.available')),
  'adjustment.card': legs(
    'issuer.unallocated',
    'issuer.in_flight',
    'expense.adjustments card.available issuer.allocated',
  ),
  'order.paid': legs(
    'deposit.unapplied fx.usd wallet.T.available income.fx_result',
    'fx.units order.deferred wallet.regular.available',
  ),
  'order.fulfilled': legs('order.deferred', 'income.card_price income.spread'),
  'order.refunded': onOneWallet(legs('order.deferred', 'wallet.T.available')),

  'card.authorised': cardFeed,
  'card.reversed': cardFeed,
  'card.lapsed': cardFeed,
  'card.cleared': cardFeed,
  'card.refunded': cardFeed,
  'issuer.fee_charged': legs('', '', 'expense.issuer_fees issuer.unallocated'),
  'card.fee_charged': legs('card.available issuer.unallocated', 'income.card_fees issuer.allocated'),
  'card.unloaded': legs(...unloaded),
  'card.closed': legs(...unloaded),
  'card.replaced': legs('', '', 'card.available'),
  'card.debt_written_off': legs('expense.losses issuer.allocated', 'card.available issuer.unallocated'),
  'dispute.credited': legs('dispute.receivable issuer.allocated', 'card.available issuer.in_flight'),
  'dispute.won': legs('issuer.unallocated', 'dispute.receivable'),
  'dispute.lost': legs(
    'card.available expense.losses issuer.unallocated',
    'dispute.receivable issuer.allocated',
  ),

  'settlement.paid': legs(
    'wallet.T.pending',
    'wallet.immediate.available wallet.T.available',
    'expense.adjustments partner.owed',
  ),
  'withdrawal.requested': onOneWallet(legs('wallet.T.available', 'wallet.T.reserved')),
  'withdrawal.sent': onOneWallet(
    legs(
      'wallet.T.reserved income.fx_result fx.units',
      'income.withdrawal_fees fx.usd income.spread payout.in_flight',
    ),
  ),
  'withdrawal.confirmed': legs('payout.in_flight', 'crypto.payout'),
  'withdrawal.failed': onOneWallet(
    legs(
      'income.withdrawal_fees fx.usd income.spread payout.in_flight',
      'wallet.T.reserved income.fx_result fx.units',
    ),
  ),
  'withdrawal.released': onOneWallet(legs('wallet.T.reserved', 'wallet.T.available')),

  'break.adjusted': legs(
    '',
    '',
    'expense.reconciliation issuer.unallocated card.available issuer.allocated bank.settlement',
  ),
  'break.written_off': legs('expense.losses', 'assets'),
}

const noLegs: KindLegs = { debits: [], credits: [], oneWallet: false }
export const legsOfKind = (kind: string): KindLegs => kindLegs[kind] ?? noLegs

/** Codes as post_batch reads them: each between two bars. */
export const listedCodes = (codes: readonly string[]): string => `|${codes.join('|')}|`
