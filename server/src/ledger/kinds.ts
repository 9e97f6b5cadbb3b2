export type PostingKind = {
  readonly kind: string
  /** Form of the journal's key; `{…}` is an id, a reference or a number. */
  readonly key: string
  /**
   * F: the kind reports an outside fact, so it may pass the floor of `card.available` and
   * `issuer.unallocated`.
   */
  readonly outside: boolean
  /** Its journals name a break, and those of no other kind do. */
  readonly namesBreak: boolean
  /** Module that builds its journal. */
  readonly module: string
  /** Listed but not built yet: the poster refuses it. */
  readonly later: boolean
  /** A person may reverse its journals as a whole. Every other kind is corrected by kinds of its own. */
  readonly reversible: boolean
}

const built = (module: string, kind: string, key: string): PostingKind => ({
  kind,
  key,
  module,
  outside: false,
  namesBreak: kind.startsWith('break.'),
  later: false,
  reversible: false,
})
const later = (module: string, kind: string, key: string): PostingKind => ({
  ...built(module, kind, key),
  later: true,
})
const outside = (kind: PostingKind): PostingKind => ({ ...kind, outside: true })

const reversible = (kind: PostingKind): PostingKind => ({ ...kind, reversible: true })

const issuerEvent = 'issuer:{event}'

/** All kinds of journal (money §4), in the order of that page. */
export const kinds: readonly PostingKind[] = [
  built('loads', 'deposit.confirmed', 'deposit:{chain}:{tx}:{log}'),
  reversible(later('loads', 'deposit.attributed', 'deposit:{chain}:{tx}:{log}:attributed')),
  later('loads', 'deposit.frozen', 'deposit:{chain}:{tx}:{log}:frozen'),
  built('treasury', 'deposit.swept', 'move:{chain}:{tx}:{log}'),
  built('treasury', 'treasury.moved', 'move:{chain}:{tx}:{log}'),
  built('treasury', 'gas.spent', 'gas:{chain}:{day}'),
  built('treasury', 'treasury.converted', 'trade:{venue}:{id}'),
  built('treasury', 'fx.revalued', 'fx:{asset}:{day}'),
  built('treasury', 'issuer.funding_sent', 'fund:{id}:sent'),
  built('treasury', 'issuer.funded', issuerEvent),
  built('treasury', 'issuer.funding_returned', 'fund:{id}:returned'),
  built('deposits', 'bank.matched', 'bank:{line}'),
  built('treasury', 'bank.fee_charged', 'bank:{line}'),
  reversible(built('treasury', 'suspense.resolved', 'suspense:{id}:{n}')),
  built('treasury', 'capital.contributed', 'capital:{id}'),
  built('treasury', 'capital.withdrawn', 'capital:{id}'),
  later('treasury', 'opening.posted', 'opening:{account}'),

  built('loads', 'load.accepted', 'load:{id}:accepted:{n}'),
  built('ledger', 'issuer.transfer_started', '{ref}:started:{n}'),
  built('loads', 'load.credited', 'load:{id}:credited:{n}'),
  built('ledger', 'issuer.transfer_refused', '{ref}:refused:{n}'),
  built('loads', 'load.undone', 'load:{id}:undone:{n}'),
  // It is posted after the issuer took it off the card, and payments of the card may be booked before it.
  outside(built('loads', 'load.reversed', 'load:{id}:reversed:{n}')),
  built('loads', 'refund.sent', 'refund:{id}:sent:{n}'),
  built('loads', 'refund.failed', 'refund:{id}:failed:{n}'),
  built('loads', 'refund.confirmed', 'refund:{id}:final'),

  built('deposits', 'topup.accepted', 'topup:{id}:accepted'),
  built('deposits', 'topup.matured', 'topup:{id}:matured'),
  built('deposits', 'topup.recognised', 'topup:{id}:matured'),
  built('deposits', 'topup.reversed', 'topup:{id}:reversed'),

  built('transfers', 'transfer.made', 'transfer:{id}'),
  built('transfers', 'wallet_load.reserved', 'wload:{id}:reserved'),
  built('transfers', 'wallet_load.credited', 'wload:{id}:credited'),
  built('transfers', 'wallet_load.released', 'wload:{id}:released'),
  built('wallets', 'allowance.guaranteed', 'guarantee:{owner}:{day}'),
  // An adjustment is undone by one of its own. A debit of a card is posted after the issuer made it, and payments of the card
  // may be booked before it.
  built('wallets', 'adjustment.wallet', 'adjustment:{id}'),
  outside(built('wallets', 'adjustment.card', 'adjustment:{id}')),
  built('orders', 'order.paid', 'order:{id}:paid'),
  built('orders', 'order.fulfilled', 'order:{id}:fulfilled'),
  built('orders', 'order.refunded', 'order:{id}:refunded'),

  outside(built('transactions', 'card.authorised', issuerEvent)),
  outside(built('transactions', 'card.reversed', issuerEvent)),
  outside(built('transactions', 'card.lapsed', issuerEvent)),
  outside(built('transactions', 'card.cleared', issuerEvent)),
  outside(built('transactions', 'card.refunded', issuerEvent)),
  outside(built('treasury', 'issuer.fee_charged', issuerEvent)),
  later('cards', 'card.fee_charged', 'cardfee:{card}:{period}'),
  later('cards', 'card.unloaded', 'unload:{id}'),
  later('cards', 'card.closed', 'card:{card}:closed'),
  later('cards', 'card.replaced', 'card:{card}:replaced:{n}'),
  later('cards', 'card.debt_written_off', 'writeoff:{card}'),
  later('disputes', 'dispute.credited', 'dispute:{id}:credited'),
  later('disputes', 'dispute.won', 'dispute:{id}:won'),
  later('disputes', 'dispute.lost', 'dispute:{id}:lost'),

  built('settlements', 'settlement.paid', 'settlement:{owner}:{wallet}:{end}'),
  built('withdrawals', 'withdrawal.requested', 'withdrawal:{id}:requested'),
  built('withdrawals', 'withdrawal.sent', 'withdrawal:{id}:sent:{n}'),
  built('withdrawals', 'withdrawal.confirmed', 'withdrawal:{id}:final'),
  built('withdrawals', 'withdrawal.failed', 'withdrawal:{id}:failed:{n}'),
  built('withdrawals', 'withdrawal.released', 'withdrawal:{id}:released'),

  outside(later('reconciliation', 'break.adjusted', 'break:{id}')),
  later('reconciliation', 'break.written_off', 'break:{id}'),
]

const byName = new Map(kinds.map((each) => [each.kind, each]))
const shapes = new Map(
  kinds.map(({ kind, key }) => [kind, new RegExp(`^${key.replaceAll(/\{\w+\}/g, '.+')}(:reversed)?$`)]),
)

/** The form of a kind's key as a pattern of LIKE: each `{…}` stands for one or more characters. */
export const keyPattern = ({ key }: PostingKind): string =>
  key
    .split(/\{\w+\}/)
    .map((literal) => literal.replaceAll(/[\\%_]/g, '\\$&'))
    .join('_%')

export type KindFinder = (kind: string) => PostingKind | undefined

/** A kind of the catalogue. */
export const postingKind: KindFinder = (kind) => byName.get(kind)

/** Whether the key has the form of its kind. A reversal ends in `:reversed` (money §1). */
export const keyFits = (kind: string, key: string): boolean => shapes.get(kind)?.test(key) ?? false
