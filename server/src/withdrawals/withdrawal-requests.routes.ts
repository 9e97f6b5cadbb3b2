import {
  cancelWithdrawal,
  previewWithdrawal,
  readWithdrawalTerms,
  requestWithdrawal,
} from '@cardamom/contract/withdrawals/withdrawal-requests'
import { formatUnits } from 'viem'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import { ledgerDecimalsOf, rateAgainSeconds } from '../loads/load-quote.ts'
import { limitsView, legViews, walletChange } from '../wallets/wallet-view.ts'
import { readSetting } from '../settings/settings.sql.ts'
import { screenAddress, type AddressNeeds } from './payout-addresses.routes.ts'
import { withdrawableCents } from './withdrawal.ts'
import { readIsAtPar, readOrderUnits, type PayoutRates } from './withdrawal-payout.ts'
import { cancelPlan, requestPlan, withdrawalRef } from './withdrawal-plans.ts'
import { withdrawalRequested } from './withdrawal-postings.ts'
import { coinOf, isOwnersRow, ownerIdOf, readDecision, readLimits, readTerms } from './withdrawal-terms.ts'
import { readWithdrawal, type WithdrawalRecord } from './withdrawals.sql.ts'

export type RequestNeeds = AddressNeeds & Pick<PayoutRates, 'rates'>

const personOf = ({ ownerKind, ownerId }: Pick<WithdrawalRecord, 'ownerKind' | 'ownerId'>) =>
  ownerKind === 'person' ? ownerId : null

/** What can be withdrawn, and why not more. */
const mountTerms = ({ mount, clock }: Kernel, { rail }: RequestNeeds): void => {
  mount(readWithdrawalTerms, async ({ sql, me, input, now }) => {
    const owner = ownerIdOf(me, input.of)
    if (!owner.accepted) return owner
    const terms = await readTerms(sql, { ownerId: owner.value, userId: me.userId, clock })
    const { holder, obstacle, waitsUntil, feeCents, owedCents } = terms
    const wallets = holder?.wallets
    return accepted({
      wallets: wallets
        ? (['regular', 'immediate'] as const).map((wallet) => ({
            wallet,
            available: wallets[wallet].availableCents,
            reserved: wallets[wallet].reservedCents,
            owed: owedCents,
            withdrawable: withdrawableCents(wallets[wallet].availableCents, owedCents),
          }))
        : [],
      fee: feeCents,
      limits: holder ? limitsView(await readLimits(sql, { holder, now })) : null,
      coins: rail.assets.map(({ symbol, network }) => ({ asset: symbol, network })),
      addressWaitHours: await readSetting(sql, 'newPayoutAddressWaitHours'),
      obstacle,
      waitsUntil,
    })
  })
}

/** Requests for withdrawals (domain §9): the money is reserved until an administrator decides. */
export const mountWithdrawalRequests = (kernel: Kernel, needs: RequestNeeds): void => {
  const { mount, ids, clock } = kernel
  const { rail, screening } = needs
  mountTerms(kernel, needs)

  mount(previewWithdrawal, async ({ me, input, now, read }) => {
    const decided = await read((sql) => readDecision(sql, { me, input, now, clock, rail }))
    if (!decided.accepted) return decided
    const { holder, address, limits, totalCents, feeCents, netCents, terms, network } = decided.value
    const { wallet, asset } = input
    const coin = coinOf(rail, { asset, network })
    const of = { asset, network, netCents }
    const units = await readOrderUnits(read, { ...needs, clock }, of)
    if (!coin || units === null)
      return refused('rate_unavailable', { data: { retryAfterSeconds: rateAgainSeconds } })
    const owner = { ownerId: holder.id, companyId: holder.company.id }
    const money = { id: ids.next(), ...owner, wallet, totalCents, feeCents, effectiveAt: now }
    const { legs } = withdrawalRequested({ ...money, owedCents: terms.owedCents })
    const available = holder.wallets?.[wallet].availableCents ?? 0n
    return accepted({
      change: walletChange(me, holder, { wallet, changeCents: -totalCents }),
      withdrawable: withdrawableCents(available, terms.owedCents),
      total: totalCents,
      fee: feeCents,
      net: netCents,
      asset,
      network,
      address: address.address,
      addressLabel: address.label,
      coins: formatUnits(units, ledgerDecimalsOf(coin.decimals)),
      isAtPar: await read((sql) => readIsAtPar(sql, asset)),
      limits: limitsView(limits),
      legs: legViews(legs, new Map([[holder.id, holder.name]])),
    })
  })

  mount(requestWithdrawal, async ({ sql, me, input }) => {
    const now = clock.now()
    const decided = await readDecision(sql, { me, input, now, clock, rail })
    if (!decided.accepted) return decided
    const { holder, address, totalCents, feeCents } = decided.value
    if (feeCents !== input.fee) return refused('fee_changed', { field: 'total' })
    const risk = await screenAddress(screening, address.address)
    if (risk === 'hit') return refused('address_refused', { field: 'addressId' })
    const id = ids.next()
    const { wallet, asset, description } = input
    const before = holder.wallets?.[wallet].availableCents ?? 0n
    return accepted({
      plan: requestPlan(decided.value, { id, wallet, asset, description, risk, by: me.userId, now }),
      output: { id, ref: withdrawalRef(id) },
      whenRefused: {
        guard_failed: 'wallet_changed',
        insufficient_funds: 'not_enough_money',
        account_closed: 'wallet_changed',
        replayed: 'wallet_changed',
      },
      decidesAgainWhen: ['guard_failed'],
      changes: [
        {
          entity: 'withdrawal',
          entityId: id,
          companyId: holder.company.id,
          userId: holder.kind === 'person' ? holder.id : null,
          before: { [wallet]: before },
          after: { [wallet]: before - totalCents, status: 'PENDING', total: totalCents },
        },
      ],
    })
  })
  mountCancellation(kernel)
}

const readOwn = async (
  sql: Parameters<typeof readWithdrawal>[0],
  { me, id }: { readonly me: SessionPrincipal; readonly id: string },
): Promise<WithdrawalRecord | null> => {
  const row = await readWithdrawal(sql, id)
  return row && isOwnersRow(me, row) ? row : null
}

const mountCancellation = ({ mount, clock }: Kernel): void => {
  mount(cancelWithdrawal, async ({ sql, me, params }) => {
    const row = await readOwn(sql, { me, id: params.id })
    if (!row) return refused('record_not_found')
    const { id, companyId, status, step } = row
    if (status !== 'PENDING' || step !== 'requested') return refused('withdrawal_processed')
    return accepted({
      plan: cancelPlan({ ...row, status }, { now: clock.now(), by: me.userId }),
      output: { id },
      whenRefused: { guard_failed: 'withdrawal_processed', replayed: 'withdrawal_processed' },
      changes: [
        {
          entity: 'withdrawal',
          entityId: id,
          companyId,
          userId: personOf(row),
          before: { status },
          after: { status: 'CANCELLED' },
        },
      ],
    })
  })
}
