import { formatCents } from '@cardamom/contract/money'
import type { ApprovalFacts, DescribedChange } from '../kernel/mount-context.ts'
import { guardedUpdate } from '../kernel/guarded-update.ts'
import { publicRef, type Ids } from '../kernel/ids.ts'
import type { Journal, JournalDetail, Plan } from '../kernel/plan.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { UsedCoin } from '../loads/load-postings.ts'
import { newShare } from '../shares/shares.sql.ts'
import { openWallet, unchangedWallets } from '../wallets/wallet-holder.ts'
import { topUpAccepted, topUpRecognised, unconfirmedWires } from './top-up-postings.ts'
import type { PricedTopUp, topUpTimes } from './top-up.ts'

/** The reference of a top-up that people see. */
export const topUpRef = (id: string): string => publicRef('D', id)

type AcceptedTopUp = PricedTopUp & {
  readonly id: string
  readonly now: Date
  readonly detail?: JournalDetail
  /** Of one by crypto. */
  readonly coins?: readonly UsedCoin[] | null
  readonly spreadCents?: bigint
}

/** The shares of the levels above that get something. */
const paidShares = ({ shares }: Pick<PricedTopUp, 'shares'>) =>
  shares.filter(({ amountCents }) => amountCents > 0n)

/** The journals of an acceptance; that of a part of zero is not posted. */
export const acceptanceJournals = (made: AcceptedTopUp): Journal[] => {
  const { holder, id, now: effectiveAt } = made
  const paidBy = { coins: made.coins ?? null, spreadCents: made.spreadCents ?? 0n }
  const of = { ...made, ...paidBy, id, companyId: holder.id, effectiveAt, shares: paidShares(made) }
  const journals = [topUpAccepted(of), ...(made.wallet === 'immediate' ? [topUpRecognised(of)] : [])]
  return journals.filter(({ legs }) => legs.length > 0)
}

/** What its shares are computed from, for whoever recomputes them; a load stores its own rates. */
const basisOf = ({ grossCents, rates, levels }: PricedTopUp): string =>
  JSON.stringify({ gross: String(grossCents), rates: rates.map(String), levels })

const shareRows = (made: AcceptedTopUp, ids: Ids) =>
  paidShares(made).map(({ ownerId, level, amountCents }) => {
    if (level === 0) throw new Error('The operator has no share of a top-up')
    return newShare({
      id: ids.next(),
      companyId: ownerId,
      ownerKind: 'company',
      ownerId,
      walletType: made.wallet,
      level,
      sourceKind: 'topup',
      sourceId: made.id,
      basis: basisOf(made),
      amountCents,
      acceptedAt: made.now,
      // It is due when its wire is on a bank statement: a wire that never came pays nobody.
      dueAt: null,
    })
  })

/**
 * The plan of a top-up. It is refused if another wire was entered since its reference and the day's sum were read, or if
 * another top-up has used its proof.
 */
export const topUpPlan = (
  made: PricedTopUp,
  of: {
    readonly id: string
    readonly me: SessionPrincipal
    readonly approval: ApprovalFacts | null
    readonly ids: Ids
    readonly now: Date
    readonly wireSeq: bigint
    readonly times: ReturnType<typeof topUpTimes>
    readonly entered: {
      readonly bankReference: string
      readonly valuedOn: string
      readonly proofId: string
      readonly reason: string
    }
  },
): Plan => {
  const { id, me, approval, now, entered, times } = of
  const { holder, wallet, grossCents, feeCents, netCents, operatorCents } = made
  const companyId = holder.id
  const detail = {
    actor: approval?.checkerId ?? me.userId,
    reason: entered.reason,
    metadata: { requestedBy: me.userId },
  }
  const whole = { ...made, id, now, detail }
  return {
    journals: acceptanceJournals(whole),
    guards: [{ account: unconfirmedWires, seq: of.wireSeq }, ...unchangedWallets(holder)],
    updates: [
      guardedUpdate({
        table: 'topUpProof',
        id: entered.proofId,
        from: { topUpId: null },
        set: { topUpId: id, companyId },
      }),
    ],
    rows: [
      {
        table: 'topUp',
        row: {
          id,
          ref: topUpRef(id),
          companyId,
          kind: 'wire',
          spreadCents: 0n,
          status: wallet === 'regular' ? 'pending' : 'available',
          wallet,
          grossCents,
          feeCents,
          netCents,
          operatorCents,
          ...entered,
          requestedBy: me.userId,
          approvedBy: approval?.checkerId ?? null,
          acceptedAt: now,
          ...times,
          wire: 'unmatched',
        },
      },
      ...shareRows(whole, of.ids),
    ],
    events: [
      {
        type: 'topup.accepted',
        entityId: id,
        companyId,
        userId: null,
        payload: { wallet, grossCents: String(grossCents), netCents: String(netCents) },
      },
    ],
  }
}

/** The part of a wallet that a top-up adds to. */
export const bucketOf = ({ wallet }: Pick<PricedTopUp, 'wallet'>): 'pending' | 'available' =>
  wallet === 'regular' ? 'pending' : 'available'

/** That part of the wallet before and after, in cents. */
export const bucketChange = (made: PricedTopUp): { before: bigint; after: bigint } => {
  const state = openWallet(made.holder, made.wallet)
  if (!state) throw new Error('A decision is about wallets that are open')
  const before = made.wallet === 'regular' ? state.pendingCents : state.availableCents
  return { before, after: before + made.netCents }
}

/** What a top-up changes, for the audit. */
export const topUpChanges = (made: PricedTopUp) => {
  const { before, after } = bucketChange(made)
  const field = bucketOf(made) === 'pending' ? `${made.wallet}Pending` : made.wallet
  const companyId = made.holder.id
  return [
    {
      entity: 'wallet' as const,
      entityId: companyId,
      companyId,
      userId: null,
      before: { [field]: before },
      after: { [field]: after },
    },
  ]
}

/** The wallet before and after, for the person who approves it. */
export const describeTopUp = (made: PricedTopUp): DescribedChange => {
  const { before, after } = bucketChange(made)
  return {
    companyId: made.holder.id,
    changes: [
      {
        name: bucketOf(made) === 'pending' ? 'pendingBalance' : 'balance',
        before: formatCents(before),
        after: formatCents(after),
      },
    ],
  }
}
