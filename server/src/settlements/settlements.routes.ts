import { getOwnSettlement, getSettlement } from '@cardamom/contract/settlements'
import { createSettlement, previewSettlement } from '@cardamom/contract/settlements/settlement-decisions'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { dailyRunOf } from '../calendar/business-time.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { Queries } from '../kernel/queries.ts'
import { seesSharesOf, type ShareReader } from '../companies/share-access.ts'
import { countDueShares, sumDueShares } from '../shares/share-settlements.sql.ts'
import { openWallet, type WalletHolder, type WalletType } from '../wallets/wallet-holder.ts'
import { readWalletHolder } from '../wallets/wallet-holders.sql.ts'
import { legViews } from '../wallets/wallet-view.ts'
import { readSeen } from './settlement-access.ts'
import { mountSettlementCheck } from './settlement-check.routes.ts'
import { mountSettlementDecisions } from './settlement-decisions.routes.ts'
import { figuresOf, readDetail, readOwnDetail } from './settlement-detail.ts'
import { drawUp } from './settlement-draft.ts'
import { readPayment } from './settlement-payment.ts'
import { settlementPaid } from './settlement-postings.ts'
import { isEligible, isStopped } from '../shares/share-state.ts'
import { mountSettlementFiles } from './settlement-files.routes.ts'
import { createSettlementRun, runName } from './settlement-run.jobs.ts'
import { ownSettlementSharesList, settlementSharesList } from './settlement-shares.list.ts'
import { settlementStepUps } from './settlement-step-up.ts'
import { ownSettlementsList, settlementsList } from './settlements.list.ts'
import { findSettlement, readSettlement } from './settlements.sql.ts'

type Draft = { readonly ownerId: string; readonly wallet: WalletType; readonly day: string }
type Subject = { readonly holder: WalletHolder; readonly periodEnd: Date }

const wrongDay = refused('validation', { field: 'day', data: { errors: { day: ['invalid'] } } })

/** Whose wallet it is, and the end of its period. */
const readDraftSubject = async (
  sql: Queries,
  { ownerId, wallet, day }: Draft,
  of: { readonly me: ShareReader; readonly now: Date },
): Promise<Answer<Subject, 'record_not_found' | 'wallet_not_found' | 'validation'>> => {
  const holder = seesSharesOf(of.me, ownerId) ? await readWalletHolder(sql, ownerId) : null
  if (!holder) return refused('record_not_found', { field: 'ownerId' })
  if (!openWallet(holder, wallet)) return refused('wallet_not_found', { field: 'ownerId' })
  const periodEnd = dailyRunOf(day, await readBusinessCalendar(sql))
  if (!periodEnd || periodEnd > of.now) return wrongDay
  return accepted({ holder, periodEnd })
}

/** Settlements of shares (domain §8): the daily run, and settlements by hand. */
export const settlementsModule = (kernel: Kernel) => {
  const { mount, ids, clock, jobs } = kernel
  mountSettlementCheck(kernel)
  mountList(kernel, settlementsList)
  mountList(kernel, ownSettlementsList)
  mountList(kernel, settlementSharesList)
  mountList(kernel, ownSettlementSharesList)
  mountSettlementDecisions(kernel)
  mountSettlementFiles(kernel)
  jobs.recurring(runName, createSettlementRun(kernel))

  mount(previewSettlement, async ({ sql, me, now, input }) => {
    const found = await readDraftSubject(sql, input, { me, now })
    if (!found.accepted) return found
    const { holder, periodEnd } = found.value
    const { wallet, ownerId, added: addedCents, deducted: deductedCents } = input
    const existing = await findSettlement(sql, { ownerId, wallet, periodEnd })
    if (existing) return refused('settlement_exists', { data: { settlementId: existing.id } })
    const shares = { ownerId, wallet, until: periodEnd }
    const due = await sumDueShares(sql, { ...shares, isEligible })
    if (due.count === 0 && addedCents === deductedCents) return refused('nothing_changes')
    const pot = { maturedCents: due.cents, addedCents, deductedCents }
    const { payment, standing, lines } = await readPayment(sql, { ownerId, wallet, ...pot })
    const paid = { ...pot, ...payment, id: ids.next(), ownerId, wallet, periodEnd }
    const { legs } = settlementPaid({ ...paid, companyId: holder.company.id, effectiveAt: now })
    const credited = payment.paidCents + (wallet === 'immediate' ? payment.allowanceCents : 0n)
    const change = {
      available: { before: standing.availableCents, after: standing.availableCents + credited },
      pending: { before: standing.pendingCents, after: standing.pendingCents - due.cents },
    }
    return accepted({
      shares: due.count,
      stopped: await countDueShares(sql, { ...shares, rule: isStopped }),
      figures: figuresOf(pot, payment, { lines, wallet: change }),
      legs: legViews(legs, new Map([[ownerId, holder.name]])),
    })
  })

  mount(createSettlement, async ({ me, input, recordChange, sql, emit, enqueue }) => {
    const now = clock.now()
    const { wallet, lines, reason } = input
    if (lines.some(({ amount }) => amount === 0n)) return refused('invalid_amount', { field: 'lines' })
    const found = await readDraftSubject(sql, input, { me, now })
    if (!found.accepted) return found
    const request = { ...found.value, wallet, lines, now, by: me.userId, reason }
    const drawn = await drawUp({ sql, emit, enqueue, recordChange }, ids, request)
    return drawn.accepted ? accepted({ id: drawn.value.id }) : drawn
  })

  mount(getSettlement, async ({ sql, me, params }) => {
    const row = await readSeen(sql, me, params.id)
    return row ? accepted(await readDetail(sql, row, me)) : refused('record_not_found')
  })

  mount(getOwnSettlement, async ({ sql, me, params }) => {
    const row = await readSettlement(sql, params.id)
    return row?.ownerId === me.userId ? accepted(await readOwnDetail(sql, row)) : refused('record_not_found')
  })
  return { stepUps: settlementStepUps }
}
