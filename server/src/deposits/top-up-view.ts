import type { getTopUp, previewTopUp } from '@cardamom/contract/deposits'
import type { OutputOf } from '@cardamom/contract/endpoint'
import { readBrandNames } from '../companies/companies.sql.ts'
import { readNames } from '../identity/users.sql.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import { onlyOwnerOf, seesSharesOf } from '../companies/share-access.ts'
import { listTopUpShares } from '../shares/shares.sql.ts'
import { holderView, legViews, limitsView } from '../wallets/wallet-view.ts'
import type { PricedTopUp, topUpTimes } from './top-up.ts'
import { coinsOf } from './coin-value.ts'
import { acceptanceJournals, bucketChange, bucketOf } from './top-up-plan.ts'
import { isReversible } from './top-up-status.ts'
import type { TopUpRecord } from './top-ups.sql.ts'

type Detail = OutputOf<typeof getTopUp>
type LevelShare = Detail['shares'][number]
export type Reader = Pick<SessionPrincipal, 'scope' | 'may' | 'userId' | 'companyId'>

/** Staff of the operator: others see the share of their own level alone. */
const isOfOperator = (me: Reader): boolean => onlyOwnerOf(me) === null

const sees = (me: Reader, companyId: string): boolean => {
  const { scope } = me
  if (scope.kind === 'all') return true
  return scope.kind === 'companies' && scope.companyIds.includes(companyId) && seesSharesOf(me, companyId)
}

/** Only who sees every level of it reads a whole journal (domain §13.9). */
const seesJournal = (me: Reader, shares: readonly { readonly ownerId: string }[]): boolean =>
  isOfOperator(me) && shares.every(({ ownerId }) => sees(me, ownerId))

const operatorShare = (me: Reader, amount: bigint): LevelShare[] =>
  isOfOperator(me) ? [{ level: 0, name: null, amount }] : []

/** Fee, shares, wallet and journals of a top-up before anything is confirmed. */
export const readPreview = async (
  sql: Queries,
  made: PricedTopUp,
  of: {
    readonly me: SessionPrincipal
    readonly id: string
    readonly now: Date
    readonly times: ReturnType<typeof topUpTimes>
    readonly limitCents: bigint
  },
): Promise<OutputOf<typeof previewTopUp>> => {
  const { me, now } = of
  const { holder, wallet, grossCents, feeCents, netCents, operatorCents, feeRateHundredthsBp } = made
  const names = await readBrandNames(
    sql,
    made.shares.map(({ ownerId }) => ownerId),
  )
  const seen = made.shares.filter(({ ownerId }) => sees(me, ownerId))
  const legs = acceptanceJournals({ ...made, id: of.id, now }).flatMap((each) => each.legs)
  return {
    holder: holderView(holder),
    wallet,
    bucket: bucketOf(made),
    ...bucketChange(made),
    gross: grossCents,
    fee: feeCents,
    feePercent: feeRateHundredthsBp,
    net: netCents,
    shares: [
      ...operatorShare(me, operatorCents),
      ...seen.map(({ ownerId, level, amountCents }) => ({
        level,
        name: names.get(ownerId) ?? '',
        amount: amountCents,
      })),
    ],
    legs: seesJournal(me, made.shares) ? legViews(legs, new Map([...names, [holder.id, holder.name]])) : [],
    availableAt: of.times.availableAt,
    limits: limitsView(made.limits),
    needsApproval: grossCents > of.limitCents,
  }
}

const deciders = (row: TopUpRecord) =>
  [row.requestedBy, row.approvedBy, row.matchedBy, row.reversalRequestedBy, row.reversalApprovedBy].flatMap(
    (id) => id ?? [],
  )

/** Top-ups as administrators see them. The name of a person out of the scope is empty. */
export const topUpViews = async (sql: Queries, rows: readonly TopUpRecord[]) => {
  const companies = await readBrandNames(sql, [...new Set(rows.map(({ companyId }) => companyId))])
  const people = await readNames(sql, [...new Set(rows.flatMap(deciders))])
  return rows.map((row) => ({
    id: row.id,
    ref: row.ref,
    status: row.status,
    companyId: row.companyId,
    companyName: companies.get(row.companyId) ?? '',
    wallet: row.wallet,
    gross: row.grossCents,
    fee: row.feeCents,
    net: row.netCents,
    kind: row.kind,
    bankReference: row.bankReference,
    valuedOn: row.valuedOn,
    reason: row.reason,
    requestedByName: people.get(row.requestedBy) ?? '',
    approvedByName: row.approvedBy === null ? null : (people.get(row.approvedBy) ?? ''),
    acceptedAt: row.acceptedAt,
    wire: row.wire,
    availableAt: row.maturedAt ?? row.availableAt,
  }))
}

const historyOf = async (sql: Queries, row: TopUpRecord): Promise<Detail['history']> => {
  const people = await readNames(sql, [...new Set(deciders(row))])
  const nameOf = (id: string | null) => (id === null ? null : (people.get(id) ?? ''))
  const step = (
    what: Detail['history'][number]['what'],
    at: Date | null,
    by: string | null,
    note?: string | null,
  ) => (at ? [{ what, at, byName: nameOf(by), note: note ?? null }] : [])
  return [
    ...step('entered', row.acceptedAt, row.requestedBy, row.reason),
    ...step('approved', row.approvedBy ? row.acceptedAt : null, row.approvedBy),
    ...step('matched', row.matchedAt, row.matchedBy, row.statementLine),
    ...step('matured', row.maturedAt, null),
    ...step(
      'reversed',
      row.reversedAt,
      row.reversalApprovedBy ?? row.reversalRequestedBy,
      row.reversalReason,
    ),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

const sumOf = (shares: readonly { readonly amountCents: bigint }[]): bigint =>
  shares.reduce((sum, { amountCents }) => sum + amountCents, 0n)

/** The journal of an acceptance, written again from its rows. */
const legsOf = (
  row: TopUpRecord,
  shares: Awaited<ReturnType<typeof listTopUpShares>>,
  names: ReadonlyMap<string, string>,
) => {
  const made = {
    ...row,
    holder: { id: row.companyId },
    shares,
    now: row.acceptedAt,
    coins: coinsOf(row),
  } as unknown as Parameters<typeof acceptanceJournals>[0]
  return legViews(
    acceptanceJournals(made).flatMap(({ legs }) => legs),
    names,
  )
}

/** A top-up with its history, as far as the reader sees the levels above it. */
export const readTopUpDetail = async (
  sql: Queries,
  { row, me }: { row: TopUpRecord; me: Reader },
): Promise<Detail> => {
  const [view] = await topUpViews(sql, [row])
  if (!view) throw new Error('A top-up has no row')
  const shares = await listTopUpShares(sql, row.id)
  const names = await readBrandNames(sql, [...shares.map(({ ownerId }) => ownerId), row.companyId])
  const mayCheck = me.may('deposits.approve') && isReversible(row)
  return {
    ...view,
    proofId: row.proofId,
    statementLine: row.statementLine,
    shares: [
      ...operatorShare(me, row.operatorCents),
      ...shares
        .filter(({ ownerId }) => sees(me, ownerId))
        .map(({ ownerId, level, amountCents }) => ({
          level,
          name: names.get(ownerId) ?? '',
          amount: amountCents,
        })),
    ],
    // A share of a level that the reader does not see is missing here.
    legs:
      seesJournal(me, shares) && sumOf(shares) + row.operatorCents === row.feeCents
        ? legsOf(row, shares, names)
        : [],
    history: await historyOf(sql, row),
    canMatch: mayCheck && row.wire === 'unmatched' && row.requestedBy !== me.userId,
    canReverse: mayCheck,
  }
}
