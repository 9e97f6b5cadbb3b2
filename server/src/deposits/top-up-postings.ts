import type { AccountKey, Journal, JournalDetail, Leg } from '../kernel/plan.ts'
import { credit, debit, journal } from '../ledger/posting.ts'
import type { WalletType } from '../wallets/wallet-holder.ts'

/** A level's part of a fee, of a company above the one that pays. */
export type PostedShare = { readonly ownerId: string; readonly amountCents: bigint }

/** Figures of a top-up: `gross = net + Σ shares + operator`. */
export type TopUpFigures = {
  readonly id: string
  readonly companyId: string
  readonly wallet: WalletType
  readonly grossCents: bigint
  readonly netCents: bigint
  readonly operatorCents: bigint
}

type PostingTime = { readonly effectiveAt: Date; readonly detail?: JournalDetail }

export const deferredFee: AccountKey = { code: 'fee.deferred' }
export const unconfirmedWires: AccountKey = { code: 'bank.unconfirmed' }
export const topUpFees: AccountKey = { code: 'income.topup_fees' }

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

/**
 * A wire of a company is in its wallet before a statement shows it: a regular one pending, an immediate one available. The
 * levels above it have their shares pending (money §4.3).
 */
export const topUpAccepted = (
  topUp: TopUpFigures & PostingTime & { readonly shares: readonly PostedShare[] },
): Journal => {
  const { id, companyId, wallet, grossCents, netCents, operatorCents, shares } = topUp
  const bucket = wallet === 'regular' ? 'pending' : 'available'
  return keyed('topup.accepted', `topup:${id}:accepted`, {
    ...topUp,
    command: `topup ${companyId} ${wallet} ${grossCents}`,
    legs: [
      debit(unconfirmedWires, grossCents, { ref: id }),
      credit(ofCompany(`wallet.${wallet}.${bucket}`, companyId), netCents),
      ...shares.map(({ ownerId, amountCents }) =>
        credit(ofCompany(`wallet.${wallet}.pending`, ownerId), amountCents),
      ),
      credit(deferredFee, operatorCents, { ref: id }),
    ],
  })
}

/** The operator's part of an immediate top-up is income at once (money §4.3). */
export const topUpRecognised = ({ operatorCents, ...topUp }: TopUpFigures & PostingTime): Journal =>
  keyed('topup.recognised', `topup:${topUp.id}:matured`, {
    ...topUp,
    command: `recognise ${topUp.id}`,
    legs: [debit(deferredFee, operatorCents, { ref: topUp.id }), credit(topUpFees, operatorCents)],
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
  const { id, companyId, netCents, operatorCents, parts } = topUp
  return keyed('topup.matured', `topup:${id}:matured`, {
    ...topUp,
    command: `mature ${id}`,
    legs: [
      debit(ofCompany('wallet.regular.pending', companyId), netCents),
      credit(ofCompany('partner.owed', companyId), parts.recovered),
      credit(ofCompany('wallet.immediate.available', companyId), parts.toImmediate),
      credit(ofCompany('wallet.regular.available', companyId), parts.toRegular),
      debit(deferredFee, operatorCents, { ref: id }),
      credit(topUpFees, operatorCents),
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
 * A wire bounced or never came. Its wallet pays what is there, and the company owes the rest; so do the levels above what a
 * settlement has paid them. A wire that a statement had has left the bank again (money §4.3).
 */
export const topUpReversed = (
  topUp: PostingTime &
    TopUpFigures & {
      readonly status: 'pending' | 'available'
      readonly wire: 'unmatched' | 'matched'
      readonly shares: readonly ReversedShare[]
    },
): Journal => {
  const { id, companyId, wallet, status, wire, grossCents, netCents, operatorCents, shares } = topUp
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
      status === 'pending' ? debit(deferredFee, operatorCents, { ref: id }) : debit(topUpFees, operatorCents),
      wire === 'matched'
        ? credit(settledWires, grossCents)
        : credit(unconfirmedWires, grossCents, { ref: id }),
    ],
  })
}
