import type { LimitUse } from '../loads/limit-use.ts'
import { readLimitUse } from '../loads/load-sums.sql.ts'
import type { withdrawalOwners } from '@cardamom/contract/withdrawals/withdrawal-requests'
import { readWaitsUntil } from '../identity/credential-wait.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import { readBalances } from '../ledger/reports.ts'
import type { RailPort } from '../providers/rail/port.ts'
import { readIsRestricted, readSetting } from '../settings/settings.sql.ts'
import { readOperationLimits } from '../wallets/operation-limits.ts'
import type { WalletHolder, WalletType } from '../wallets/wallet-holder.ts'
import { readWalletHolder } from '../wallets/wallet-holders.sql.ts'
import {
  decideWithdrawal,
  type DecidedWithdrawal,
  type Obstacle,
  type WithdrawalRefusal,
} from './withdrawal.ts'
import { readBookedAddress, readWithdrawnSince } from './withdrawals.sql.ts'

type Of = (typeof withdrawalOwners)[number]

/** The owner of the wallets: the reader, or their company, whose money needs the tag. */
export const ownerIdOf = (me: SessionPrincipal, of: Of): Answer<string, 'permission_denied'> => {
  if (of === 'me') return accepted(me.userId)
  return me.may('withdrawals.create') ? accepted(me.companyId) : refused('permission_denied')
}

/** Whether a row is of the reader's own wallets, or of those of their company that they may use. */
export const isOwnersRow = (me: SessionPrincipal, { ownerId }: { readonly ownerId: string }): boolean =>
  ownerId === me.userId || (ownerId === me.companyId && me.may('withdrawals.create'))

/** Why the withdrawals of the wallets' company wait. */
export const readCompanyObstacle = async (
  sql: Queries,
  { tier, active }: WalletHolder['company'],
): Promise<'company_inactive' | 'module_off' | null> => {
  if (!active) return 'company_inactive'
  return (await readIsRestricted(sql, { tier, module: 'withdrawals' })) ? 'module_off' : null
}

export type WithdrawalTerms = {
  readonly holder: WalletHolder | null
  readonly obstacle: Obstacle | null
  readonly waitsUntil: Date | null
  readonly feeCents: bigint
  readonly owedCents: bigint
  readonly owedSeq: bigint
}

/** What an owner's next withdrawal depends on, read before its limits. */
export const readTerms = async (
  sql: Queries,
  of: { readonly ownerId: string; readonly userId: string; readonly clock: Pick<Clock, 'realNow'> },
): Promise<WithdrawalTerms> => {
  const holder = await readWalletHolder(sql, of.ownerId)
  const owed = (await readBalances(sql, [of.ownerId])).find(({ code }) => code === 'partner.owed')
  const waitsUntil = await readWaitsUntil(sql, of)
  const ofCompany = holder && (await readCompanyObstacle(sql, holder.company))
  return {
    holder,
    obstacle: holder?.wallets ? (ofCompany ?? (waitsUntil && 'withdrawals_wait')) : 'wallet_not_found',
    waitsUntil,
    feeCents: (await readSetting(sql, 'withdrawalsPayFee')) ? await readSetting(sql, 'withdrawalFee') : 0n,
    owedCents: owed?.natural ?? 0n,
    owedSeq: owed?.seq ?? 0n,
  }
}

export const readLimits = (sql: Queries, { holder, now }: { holder: WalletHolder; now: Date }) =>
  readOperationLimits(sql, {
    holder,
    category: 'withdrawal',
    now,
    usedSince: (since) => readWithdrawnSince(sql, { ownerId: holder.id, since }),
  })

/** A coin that the chain can pay; null: it cannot. */
export const coinOf = ({ assets }: Pick<RailPort, 'assets'>, of: { asset: string; network: string }) =>
  assets.find(({ symbol, network }) => symbol === of.asset && network === of.network) ?? null

export type RequestInput = {
  readonly of: Of
  readonly wallet: WalletType
  readonly addressId: string
  readonly asset: string
  readonly total: bigint
}
export type ReadyWithdrawal = DecidedWithdrawal & {
  readonly terms: WithdrawalTerms
  readonly network: string
  /** The row that a change of the person's company holds; null: of a company, or of a person who has none. */
  readonly use: LimitUse | null
}

/** Reads what a request depends on, and decides. */
export const readDecision = async (
  sql: Queries,
  of: {
    readonly me: SessionPrincipal
    readonly input: RequestInput
    readonly now: Date
    readonly clock: Pick<Clock, 'realNow'>
    readonly rail: Pick<RailPort, 'assets'>
  },
): Promise<Answer<ReadyWithdrawal, WithdrawalRefusal | 'permission_denied'>> => {
  const { me, input, now, clock, rail } = of
  const owner = ownerIdOf(me, input.of)
  if (!owner.accepted) return owner
  const terms = await readTerms(sql, { ownerId: owner.value, userId: me.userId, clock })
  const { holder } = terms
  const address = await readBookedAddress(sql, { id: input.addressId, ownerId: owner.value })
  const network = address?.network ?? ''
  const decided = decideWithdrawal({
    ...terms,
    wallet: input.wallet,
    totalCents: input.total,
    limits: holder && (await readLimits(sql, { holder, now })),
    address,
    isPayable: coinOf(rail, { asset: input.asset, network }) !== null,
    now,
  })
  const use = holder?.kind === 'person' ? await readLimitUse(sql, holder.id) : null
  return decided.accepted ? accepted({ ...decided.value, terms, network, use }) : decided
}
