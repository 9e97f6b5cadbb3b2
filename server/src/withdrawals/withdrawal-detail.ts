import type { getOwnWithdrawal, getWithdrawal } from '@cardamom/contract/withdrawals'
import type { OutputOf } from '@cardamom/contract/endpoint'
import { formatUnits } from 'viem'
import { readWaitsUntil } from '../identity/credential-wait.ts'
import { readNames } from '../identity/users.sql.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import { ledgerDecimalsOf } from '../loads/load-quote.ts'
import { readPayoutOf, type PayoutView } from '../payouts/payouts.sql.ts'
import type { RailPort } from '../providers/rail/port.ts'
import { readWalletHolder } from '../wallets/wallet-holders.sql.ts'
import { legViews } from '../wallets/wallet-view.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { isOwnMoney } from '../companies/own-money.ts'
import { paidFigures, parRate } from './withdrawal.ts'
import { readIsAtPar } from './withdrawal-payout.ts'
import { withdrawalRequested, withdrawalSent } from './withdrawal-postings.ts'
import { coinOf, isOwnersRow, readCompanyObstacle } from './withdrawal-terms.ts'
import { withdrawalViews } from './withdrawals.list.ts'
import { readAddress, type WithdrawalRecord } from './withdrawals.sql.ts'

type Own = OutputOf<typeof getOwnWithdrawal>
type Detail = OutputOf<typeof getWithdrawal>
type Reader = {
  readonly me: SessionPrincipal
  readonly clock: Pick<Clock, 'now' | 'realNow'>
}

/** Why this person may not approve it now. */
export const readObstacle = async (
  sql: Queries,
  row: WithdrawalRecord,
  { me, clock }: Reader,
): Promise<Exclude<Detail['obstacle'], 'address_refused'>> => {
  if (row.requestedBy === me.userId || row.ownerId === me.userId) return 'own_request'
  if (isOwnMoney(me, row)) return 'own_money'
  const ofCompany = await readCompanyObstacle(sql, await readCompany(sql, row.companyId))
  if (ofCompany) return ofCompany
  const waits = await readWaitsUntil(sql, { userId: row.requestedBy, clock })
  return waits ? 'withdrawals_wait' : null
}

const coinsOf = async (sql: Queries, row: WithdrawalRecord, rail: Pick<RailPort, 'assets'>) => {
  const coin = coinOf(rail, row)
  if (!coin) return null
  const { units, netCents, asset } = row
  const isAtPar = units === null && (await readIsAtPar(sql, asset))
  const atPar = { netCents, rate: parRate, midRate: parRate, contractDecimals: coin.decimals }
  const known = units ?? (isAtPar ? paidFigures(atPar).units : null)
  return known === null ? null : formatUnits(known, ledgerDecimalsOf(coin.decimals))
}

const paymentOf = (payout: PayoutView | null): Own['payment'] =>
  payout && {
    step: payout.step,
    reason: payout.reason,
    attempt: payout.attempt,
    txId: payout.txHash,
    sentAt: payout.sentAt,
  }

/** A withdrawal as its owner sees it. Names of people out of the scope are empty. */
export const readOwnDetail = async (
  sql: Queries,
  row: WithdrawalRecord,
  { me, rail }: Pick<Reader, 'me'> & { readonly rail: Pick<RailPort, 'assets'> },
): Promise<Own> => {
  const [view] = await withdrawalViews(sql, [row])
  if (!view) throw new Error('A withdrawal has no row')
  const { status, approvedAt, approvedBy, endedAt, endedBy } = row
  const names = await readNames(sql, [row.requestedBy, approvedBy ?? [], endedBy ?? []].flat())
  const step = (at: Date | null, by: string | null) =>
    at === null || by === null ? null : { at, byName: names.get(by) ?? '' }
  const address = await readAddress(sql, row.addressId)
  return {
    ...view,
    coins: await coinsOf(sql, row, rail),
    risk: row.risk,
    addressAddedAt: address?.addedAt ?? row.requestedAt,
    requestedByName: names.get(row.requestedBy) ?? '',
    approved: step(approvedAt, approvedBy),
    rejected: status === 'REJECTED' ? step(endedAt, endedBy) : null,
    cancelled: status === 'CANCELLED' ? step(endedAt, endedBy) : null,
    reason: row.reason,
    payment: paymentOf(await readPayoutOf(sql, 'withdrawal', row.id)),
    canCancel: row.step === 'requested' && isOwnersRow(me, row),
  }
}

/** The journal of the request, or of the payment once it is signed. */
const legsOf = (row: WithdrawalRecord) => {
  const { id, ownerId, companyId, wallet, totalCents, feeCents, netCents, units, valueCents } = row
  const money = { id, ownerId, companyId, wallet, totalCents, feeCents, effectiveAt: row.requestedAt }
  if (units === null || valueCents === null) return withdrawalRequested({ ...money, owedCents: 0n }).legs
  const asset = `${row.asset}@${row.network}`
  const figures = { units, valueCents, spreadCents: netCents - valueCents }
  // Legs in coins are not dollars.
  return withdrawalSent({ ...money, ...figures, n: row.attempt, asset }).legs.filter(
    ({ account: { code } }) => code !== 'fx.units' && code !== 'payout.in_flight',
  )
}

/** The same for an administrator: what they sign, and whether they may. */
export const readDetail = async (
  sql: Queries,
  row: WithdrawalRecord,
  reader: Reader & { readonly rail: Pick<RailPort, 'assets'> },
): Promise<Detail> => {
  const { me } = reader
  const own = await readOwnDetail(sql, row, reader)
  const holder = await readWalletHolder(sql, row.ownerId)
  const wallet = holder?.wallets?.[row.wallet] ?? null
  const mayDecide = me.may('withdrawals.approve') && row.status === 'PENDING'
  const obstacle = row.step === 'requested' ? await readObstacle(sql, row, reader) : null
  return {
    ...own,
    available: wallet?.availableCents ?? null,
    reserved: wallet?.reservedCents ?? null,
    legs: legViews(legsOf(row), new Map([[row.ownerId, own.ownerName]])),
    mayDecide: mayDecide && row.step === 'requested',
    obstacle: obstacle ?? (row.risk === 'hit' ? 'address_refused' : null),
    canReject: mayDecide && row.step !== 'sending',
  }
}
