import { addBusinessHours } from '../calendar/business-time.ts'
import { after, type Clock } from '../kernel/clock.ts'
import type { Queries } from '../kernel/database.ts'
import type { Ids } from '../kernel/ids.ts'
import type { JobHandler, Work } from '../kernel/jobs.ts'
import type { PlanOutcome } from '../kernel/plan.ts'
import type { LoadsNeeds } from './load-needs.ts'
import { beginCreditPlan, creditedPlan, refusedPlan } from './load-credit-plans.ts'
import type { LoadRecord } from './load-record.ts'
import { readDueUntil, readReleasable } from './load-sums.sql.ts'
import { readLoadById } from './loads.sql.ts'

const hourMs = 3_600_000
const waitForFloatMs = 60_000
/** Pauses before each read-back of an unknown call (providers). */
const readBackPausesMs = [1000, 5000, 30_000, 120_000, 600_000]
/** An answer that has not come after this long in real time will not: only then does absence prove anything. */
const absenceProvesAfterMs = 20_000
/** A call that could not leave within this time after it was written down is not made. */
const latestSendMs = 5000
/** One worker makes the call: the issuer would do it twice (providers). */
const claimCall = `update issuer_move set status = 'unknown', called_at = $2 where id = $1 and status = 'started'`
/** Only the call that was proved absent is taken back, not one that was made since. */
const mayBeCalledAgain = `update issuer_move set status = 'started', reads = 0
  where id = $1 and status = 'unknown' and called_at is not distinct from $2`
/** Refusals of the issuer that time does not cure: a person decides. */
const lastingRefusals = /CARD|CUSTOMER|STATUS|CLOSED|BLOCKED|NOT_FOUND|VALIDATION/

type MoveRow = {
  id: string
  load_id: string
  part: number
  reference: string
  issuer_card_id: string
  amount_cents: bigint
  status: 'started' | 'unknown' | 'done' | 'refused'
  called_at: Date | null
  reads: number
}

const readMove = (sql: Queries, id: string) =>
  sql.maybe<MoveRow>('select * from issuer_move where id = $1', [id])
const isOpen = ({ status }: MoveRow) => status === 'started' || status === 'unknown'

/** Posted now or earlier under the same key: either way it stands. */
const stands = ({ outcome }: PlanOutcome) => outcome === 'posted' || outcome === 'replayed'

export const createCreditJobs = (deps: { ids: Ids; clock: Clock; needs: LoadsNeeds }) => {
  const { ids, clock, needs } = deps

  const noteWaiting = (work: Work, load: LoadRecord) =>
    work.write(async ({ sql, emit }) => {
      const changed = await sql.run(
        'update load set waits_for_float = true, version = version + 1 where id = $1 and not waits_for_float',
        [load.id],
      )
      const { companyId, userId } = load
      if (changed)
        emit({
          type: 'load.waits_for_float',
          entity: 'load',
          entityId: load.id,
          companyId,
          userId,
          payload: { ref: load.ref },
        })
    })

  /** Reserves float and writes the call down. False: there is no float for it now. */
  const begin = async (work: Work, load: LoadRecord): Promise<boolean> => {
    const now = clock.now()
    const { card, leaveAtLeastCents } = await work.read(async (sql) => {
      const soon = addBusinessHours(now, 24, await needs.readCalendar(sql))
      const promised = load.speed === 'immediate' ? await readDueUntil(sql, soon) : 0n
      return { card: await needs.readCard(sql, load.cardId), leaveAtLeastCents: promised }
    })
    if (!card?.issuerCardId) throw new Error('A held load has a card at the issuer')
    const plan = beginCreditPlan({ ids, load, now, issuerCardId: card.issuerCardId, leaveAtLeastCents })
    const outcome = await work.apply(plan)
    if (outcome.outcome === 'insufficient_funds') {
      await noteWaiting(work, load)
      return false
    }
    return stands(outcome) || outcome.outcome === 'guard_failed'
  }

  /** Every hour: first in, first out, as far as the float goes (domain §5). */
  const release: JobHandler = async (_job, work) => {
    const now = clock.now()
    for (const load of await work.read((sql) => readReleasable(sql, now))) {
      if (load.speed === 'regular' && !(await begin(work, load))) break
    }
    return { againAt: new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs) }
  }

  /** An immediate load that was accepted; without float it asks again each minute. */
  const beginImmediate: JobHandler = async ({ payload }, work) => {
    const load = await work.read((sql) => readLoadById(sql, String(payload['loadId'])))
    if (load?.status !== 'held') return
    if (!(await begin(work, load))) return { againAt: after(clock.now(), waitForFloatMs) }
  }

  const succeed = async (work: Work, move: MoveRow) => {
    const { load, shareIds } = await work.read(async (sql) => ({
      load: await readLoadById(sql, move.load_id),
      shareIds: await sql.rows<{ id: string }>(
        'select id from share where load_id = $1 and due_at is null and undone_at is null',
        [move.load_id],
      ),
    }))
    if (load?.status !== 'crediting') return
    const plan = creditedPlan({
      ids,
      load,
      now: clock.now(),
      moveId: move.id,
      moveStatus: move.status,
      shareIds: shareIds.map(({ id }) => id),
    })
    const outcome = await work.apply(plan)
    if (!stands(outcome)) throw new Error(`A credit could not be booked: ${outcome.outcome}`)
  }

  const refuse = async (work: Work, move: MoveRow, refusal: string) => {
    const load = await work.read((sql) => readLoadById(sql, move.load_id))
    if (load?.status !== 'crediting') return
    const to = lastingRefusals.test(refusal) ? 'credit_failed' : 'held'
    const outcome = await work.apply(
      refusedPlan({ ids, load, now: clock.now(), moveId: move.id, moveStatus: move.status, to, refusal }),
    )
    if (!stands(outcome)) throw new Error(`A refusal could not be booked: ${outcome.outcome}`)
    if (to === 'held' && load.speed === 'immediate') {
      const dueAt = after(clock.now(), waitForFloatMs)
      await work.write(async ({ enqueue }) =>
        enqueue({
          name: 'loads.begin_credit',
          key: `loads.begin_credit:${load.id}:part:${load.part + 1}`,
          payload: { loadId: load.id },
          dueAt,
        }),
      )
    }
  }

  const call = async (work: Work, move: MoveRow) => {
    const calledAt = clock.realNow()
    const isOurs = await work.write(({ sql }) => sql.run(claimCall, [move.id, calledAt]))
    // Another worker makes this call, or this one was held up so long that its silence might count as absence.
    const isLate = clock.realNow() > after(calledAt, latestSendMs)
    if (isOurs !== 1 || isLate) return { againAt: after(clock.now(), readBackPausesMs[0] ?? 1000) }
    const asked = { ...move, status: 'unknown' as const }
    const answer = await needs.issuer.adjustCredit({
      issuerCardId: move.issuer_card_id,
      amountCents: move.amount_cents,
      reference: move.reference,
    })
    if (answer.outcome === 'ok') return succeed(work, asked)
    if (answer.outcome === 'rejected') return refuse(work, asked, answer.code)
    if (answer.outcome === 'unavailable') {
      // Nothing was sent: the same call may be made again.
      await work.write(({ sql }) => sql.run(mayBeCalledAgain, [move.id, calledAt]))
      return { againAt: after(clock.now(), readBackPausesMs[1] ?? 5000) }
    }
    return { againAt: after(clock.now(), readBackPausesMs[0] ?? 1000) }
  }

  const readBack = async (work: Work, move: MoveRow) => {
    const pause = readBackPausesMs[Math.min(move.reads + 1, readBackPausesMs.length - 1)] ?? 600_000
    await work.write(({ sql }) =>
      sql.run('update issuer_move set reads = reads + 1 where id = $1', [move.id]),
    )
    const found = await needs.issuer.findCredit({
      issuerCardId: move.issuer_card_id,
      reference: move.reference,
    })
    if (found.outcome === 'ok' && found.value === 'found') return succeed(work, move)
    const silentMs = move.called_at ? clock.realNow().getTime() - move.called_at.getTime() : 0
    if (found.outcome === 'ok' && silentMs > absenceProvesAfterMs) {
      await work.write(({ sql }) => sql.run(mayBeCalledAgain, [move.id, move.called_at]))
      return { againAt: clock.now() }
    }
    return { againAt: after(clock.now(), pause) }
  }

  /** The call itself. A lost answer is read back by its reference and never answered by a second credit (providers). */
  const credit: JobHandler = async ({ payload }, work) => {
    const move = await work.read((sql) => readMove(sql, String(payload['moveId'])))
    if (!move || !isOpen(move)) return
    return (await (move.status === 'unknown' ? readBack(work, move) : call(work, move))) ?? undefined
  }
  return { release, beginImmediate, credit }
}
