import type { AccountKey, Journal, JournalDetail, Leg } from '../kernel/plan.ts'
import { credit, debit, journal } from '../ledger/posting.ts'
import { convertIn as coinLegs, convertOut as returnedLegs, type UsedCoin } from '../loads/load-postings.ts'
import type { WalletType } from '../wallets/wallet-holder.ts'

/** A level's part of a fee, of a company above the one that pays. */
export type PostedShare = { readonly ownerId: string; readonly amountCents: bigint }

/** Figures of a top-up: `gross = net + Σ shares + operator`. A wire has a spread of zero. */
export type TopUpFigures = {
  readonly id: string
  readonly companyId: string
  readonly wallet: WalletType
  readonly grossCents: bigint
  readonly netCents: bigint
  readonly operatorCents: bigint
  /** Book value of its coins less gross: above zero it is income with the fee, below zero a loss at once. */
  readonly spreadCents: bigint
}

type PostingTime = { readonly effectiveAt: Date; readonly detail?: JournalDetail }

export const deferredFee: AccountKey = { code: 'fee.deferred' }
export const unconfirmedWires: AccountKey = { code: 'bank.unconfirmed' }
export const topUpFees: AccountKey = { code: 'income.topup_fees' }
const rateGain: AccountKey = { code: 'income.spread' }

/** An account of a company. */
export const ofCompany = (code: string, companyId: string): AccountKey => ({
  code,
  ownerId: companyId,
  companyId,
})

const keyed = (
  kind: string,
  key: string,
  of: PostingTime & { readonly id: string; readonly command: string; readonly legs: readonly Leg[] },
): Journal =>
  journal({
    kind,
    key,
    command: of.command,
    effectiveAt: of.effectiveAt,
    subjectId: of.id,
    ...(of.detail ? { detail: of.detail } : {}),
    legs: of.legs,
  })

const gainOf = ({ spreadCents }: Pick<TopUpFigures, 'spreadCents'>) => (spreadCents > 0n ? spreadCents : 0n)
const lossOf = ({ spreadCents }: Pick<TopUpFigures, 'spreadCents'>) => (spreadCents < 0n ? -spreadCents : 0n)
const rateResult: AccountKey = { code: 'income.fx_result' }

/** Crypto of a company that was used becomes its own again: the mirror of `convertIn` (money §1). */
const convertOut = (companyId: string, coins: readonly UsedCoin[]): Leg[] =>
  coins.flatMap((coin) => returnedLegs({ ...coin, payer: { ownerId: companyId, companyId } }))

const convertIn = (companyId: string, coins: readonly UsedCoin[]): Leg[] =>
  coins.flatMap((coin) => coinLegs({ ...coin, payer: { ownerId: companyId, companyId } }))

/**
 * A wire of a company is in its wallet before a statement shows it, crypto when it is final: a regular one pending, an
 * immediate one available. The levels above it have their shares pending (money §4.3).
 */
export const topUpAccepted = (
  topUp: TopUpFigures &
    PostingTime & { readonly shares: readonly PostedShare[]; readonly coins: readonly UsedCoin[] | null },
): Journal => {
  const { id, companyId, wallet, grossCents, netCents, operatorCents, shares, coins } = topUp
  const bucket = wallet === 'regular' ? 'pending' : 'available'
  return keyed('topup.accepted', `topup:${id}:accepted`, {
    ...topUp,
    command: `topup ${companyId} ${wallet} ${grossCents}`,
    legs: [
      ...(coins ? convertIn(companyId, coins) : [debit(unconfirmedWires, grossCents, { ref: id })]),
      credit(ofCompany(`wallet.${wallet}.${bucket}`, companyId), netCents),
      ...shares.map(({ ownerId, amountCents }) =>
        credit(ofCompany(`wallet.${wallet}.pending`, ownerId), amountCents),
      ),
      credit(deferredFee, operatorCents + gainOf(topUp), { ref: id }),
      debit(rateResult, lossOf(topUp)),
    ],
  })
}

const earned = (topUp: TopUpFigures): Leg[] => [
  debit(deferredFee, topUp.operatorCents + gainOf(topUp), { ref: topUp.id }),
  credit(topUpFees, topUp.operatorCents),
  credit(rateGain, gainOf(topUp)),
]

/** The operator's part of an immediate top-up is income at once (money §4.3). */
export const topUpRecognised = (topUp: TopUpFigures & PostingTime): Journal =>
  keyed('topup.recognised', `topup:${topUp.id}:matured`, {
    ...topUp,
    command: `recognise ${topUp.id}`,
    legs: earned(topUp),
  })

const settledWires: AccountKey = { code: 'bank.settlement' }

/** A statement line is one line, whatever its spaces and capitals. */
const lineKey = (line: string): string => line.replaceAll(/\s/g, '').toUpperCase()

/** A wire is on a statement of the bank, as a second person has found (money §4.1). */
export const wireMatched = (
  topUp: PostingTime & Pick<TopUpFigures, 'id' | 'grossCents'> & { readonly statementLine: string },
): Journal => {
  const { id, grossCents, statementLine } = topUp
  const line = lineKey(statementLine)
  return keyed('bank.matched', `bank:${line}`, {
    ...topUp,
    command: `match ${line} ${id} ${grossCents}`,
    legs: [debit(settledWires, grossCents), credit(unconfirmedWires, grossCents, { ref: id })],
  })
}

/** A regular top-up is available: it pays what its company owes first, and its operator's part is income (money §4.3). */
export const topUpMatured = (
  topUp: PostingTime &
    TopUpFigures & {
      readonly parts: {
        readonly recovered: bigint
        readonly toImmediate: bigint
        readonly toRegular: bigint
      }
    },
): Journal => {
  const { id, companyId, netCents, parts } = topUp
  return keyed('topup.matured', `topup:${id}:matured`, {
    ...topUp,
    command: `mature ${id}`,
    legs: [
      debit(ofCompany('wallet.regular.pending', companyId), netCents),
      credit(ofCompany('partner.owed', companyId), parts.recovered),
      credit(ofCompany('wallet.immediate.available', companyId), parts.toImmediate),
      credit(ofCompany('wallet.regular.available', companyId), parts.toRegular),
      ...earned(topUp),
    ],
  })
}

type ReversedShare = {
  readonly ownerId: string
  readonly amountCents: bigint
  readonly undoneCents: bigint
  readonly settlementId: string | null
}

/**
 * A wire bounced or never came, or crypto goes back. Its wallet pays what is there, and the company owes the rest; so do the levels above what a
 * settlement has paid them. A wire that a statement had has left the bank again (money §4.3).
 */
export const topUpReversed = (
  topUp: PostingTime &
    TopUpFigures & {
      readonly status: 'pending' | 'available'
      readonly wire: 'unmatched' | 'matched' | null
      readonly coins: readonly UsedCoin[] | null
      readonly shares: readonly ReversedShare[]
    },
): Journal => {
  const { id, companyId, wallet, status, wire, grossCents, netCents, operatorCents, shares, coins } = topUp
  const owed = (ownerId: string) => ofCompany('partner.owed', ownerId)
  return keyed('topup.reversed', `topup:${id}:reversed`, {
    ...topUp,
    command: `reverse ${id}`,
    legs: [
      status === 'pending'
        ? debit(ofCompany('wallet.regular.pending', companyId), netCents)
        : debit(ofCompany(`wallet.${wallet}.available`, companyId), netCents, {
            atLeast: 0n,
            restOn: { account: owed(companyId) },
          }),
      ...shares.map(({ ownerId, amountCents, undoneCents, settlementId }) =>
        debit(
          settlementId === null ? ofCompany(`wallet.${wallet}.pending`, ownerId) : owed(ownerId),
          amountCents - undoneCents,
        ),
      ),
      ...(status === 'pending'
        ? [debit(deferredFee, operatorCents + gainOf(topUp), { ref: id })]
        : [debit(topUpFees, operatorCents), debit(rateGain, gainOf(topUp))]),
      credit(rateResult, lossOf(topUp)),
      ...(coins
        ? convertOut(companyId, coins)
        : wire === 'matched'
          ? [credit(settledWires, grossCents)]
          : [credit(unconfirmedWires, grossCents, { ref: id })]),
    ],
  })
}
