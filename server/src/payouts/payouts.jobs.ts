import { after } from '../kernel/clock.ts'
import { makeDue } from '../kernel/job-rows.sql.ts'
import type { RecurringJobHandler, Work } from '../kernel/jobs.ts'
import type { LabelledGauge } from '../kernel/metrics.ts'
import type { Kernel } from '../kernel/module.ts'
import type { RailPort } from '../providers/rail/port.ts'
import type { SignerPort } from '../providers/signer/port.ts'
import type { Screening } from '../screening/screening.ts'
import type { Payout, PayoutOwner } from './payout.ts'
import { createPayoutChecks } from './payout-checks.ts'
import { createFollowPayout } from './payout-follow.ts'
import type { OpenPayout, WaitingPayout } from './payout-plans.ts'
import { createSendPayout, type PayoutDeps } from './payout-send.ts'
import { countWaiting, queuedName, readOpenPayouts, readPayout, recordWait } from './payouts.sql.ts'

export type PayoutNeeds = {
  readonly rail: RailPort
  readonly signer: SignerPort | null
  readonly screening: Screening
  readonly owners: readonly PayoutOwner[]
}

const runName = 'payouts.run'
/** A new payout wakes the job; this is for one that came while it ran. */
const idleMs = 10_000
const busyMs = 2_000
const afterSilenceMs = 30_000

const isOpen = (payout: Payout): payout is OpenPayout =>
  payout.status === 'sending' || payout.status === 'unknown'
const isWaiting = (payout: Payout, now: Date): payout is WaitingPayout =>
  payout.status === 'approved' && payout.nextAt <= now

/**
 * Sends all payouts of a network, one after the other, because their nonces follow each other. It is one job, so two
 * processes never do it at once; if one is frozen and another goes on, the unique nonces refuse the second.
 */
const createPayoutRun = (deps: PayoutDeps): RecurringJobHandler => {
  const { rail, checks, clock, log } = deps
  const send = createSendPayout(deps)
  const follow = createFollowPayout(deps)

  const goOn = async (work: Work, payout: Payout): Promise<'done' | 'checking'> => {
    if (isOpen(payout)) await follow(work, payout)
    if (!isWaiting(payout, clock.now())) return 'done'
    const sent = await send(work, payout)
    if (sent === 'checking') return 'checking'
    if (sent !== 'waits' && isOpen(sent)) await follow(work, sent)
    return 'done'
  }

  /** One that fails does not delay the others; a chain that does not answer delays all of them. */
  const tryOn = async (work: Work, payout: Payout): Promise<'done' | 'checking' | 'failed'> => {
    try {
      return await goOn(work, payout)
    } catch (error) {
      log.error('A payout could not go on and is tried again', error, { payoutId: payout.id })
      if (payout.status !== 'approved') return 'failed'
      const at = clock.now()
      const wait = { reason: 'chain_silent', nextAt: after(at, afterSilenceMs), at } as const
      await work.write(({ sql }) => recordWait(sql, payout, wait))
      // It waits by itself, and the others go on.
      return 'done'
    }
  }

  /** Goes on with those whose addresses were checked meanwhile. */
  const sendChecked = async (work: Work, ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return
    await checks.settle()
    for (const id of ids) {
      const payout = await work.read((sql) => readPayout(sql, id))
      if (payout) await tryOn(work, payout)
    }
  }

  return async (_job, work) => {
    const open = await work.read((sql) => readOpenPayouts(sql, rail.network, clock.now()))
    const results: { id: string; result: Awaited<ReturnType<typeof tryOn>> }[] = []
    for (const payout of open) results.push({ id: payout.id, result: await tryOn(work, payout) })
    const idsOf = (wanted: string) => results.flatMap(({ id, result }) => (result === wanted ? [id] : []))
    await sendChecked(work, idsOf('checking'))
    const pauseMs = open.length === 0 ? idleMs : idsOf('failed').length > 0 ? afterSilenceMs : busyMs
    return { againAt: after(clock.now(), pauseMs) }
  }
}

const payoutGauges: readonly LabelledGauge[] = [
  {
    name: 'payouts_waiting',
    help: 'Payouts that are not over, by why they wait: a person checks every one but `none`',
    label: 'reason',
    read: (sql) => countWaiting(sql),
  },
]

/** Payouts on the chain, for the modules that own them (domain §9, money §4.6). */
export const payoutsModule = (kernel: Kernel, needs: PayoutNeeds) => {
  const { jobs, ids, clock, log } = kernel
  const ownerOf = (kind: Payout['ownerKind']): PayoutOwner => {
    const owner = needs.owners.find((each) => each.kind === kind)
    if (!owner) throw new Error(`No module owns payouts of ${kind}s`)
    return owner
  }
  const { rail, signer, screening } = needs
  const lane = 'payouts'
  const checks = createPayoutChecks({ screening, clock, log })
  jobs.recurring(runName, createPayoutRun({ rail, signer, checks, ownerOf, ids, clock, log }), { lane })
  jobs.handle(queuedName, (_job, work) => work.write(({ sql }) => makeDue(sql, runName)), { lane })
  return { gauges: payoutGauges }
}
