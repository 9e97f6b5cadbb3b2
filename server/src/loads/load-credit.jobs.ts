import { after, type Clock } from '../kernel/clock.ts'
import type { JobHandler, Work } from '../kernel/jobs.ts'
import { creditRefusalOf } from '../providers/issuer/credit-refusal.ts'
import {
  claimCall,
  isOpen,
  noteAbsent,
  noteRead,
  readMove,
  readTries,
  type CreditMove,
} from './credit-moves.sql.ts'
import type { CreditEndings } from './load-credit-ending.ts'
import type { LoadsNeeds } from './load-needs.ts'

/** Pauses before each read-back of an unknown call (providers); after the last, absence is proved. */
const readBackPausesMs = [1000, 5000, 30_000, 120_000, 600_000]
const longestPauseMs = 600_000
/** Business time may be moved on: an answer may still come until this much real time has passed as well. */
const absenceProvesAfterMs = 20_000
/** A call that could not leave within this time after it was written down is not made. */
const latestSendMs = 5000
const firstReadMs = 1000
const soonMs = 5000
/** Nobody answers a read: it proves nothing and is asked again. */
const silentMs = 30_000

type Again = { readonly againAt: Date } | void

/**
 * The call that credits a card, and takes back what was credited twice. The reference is the same for every try of a load
 * and is committed before the call; before any further try the history is read, so that one whose effect came late is
 * found instead of repeated. One call at a time for each card (providers).
 */
export const createCreditCalls = (deps: { clock: Clock; needs: LoadsNeeds; endings: CreditEndings }) => {
  const { clock, needs, endings } = deps
  const soon = (ms: number) => ({ againAt: after(clock.now(), ms) })
  const signed = ({ purpose, amount_cents: cents }: CreditMove) => (purpose === 'credit' ? cents : -cents)

  /** Null: the issuer does not tell. */
  const look = async (move: CreditMove): Promise<number | null> => {
    const seen = await needs.issuer.countCredits({
      issuerCardId: move.issuer_card_id,
      amountCents: signed(move),
      reference: move.reference,
    })
    if (seen.outcome === 'ok') return seen.value
    // What has no card has no credit on it.
    return seen.outcome === 'rejected' && creditRefusalOf(seen.code) === 'no_card' ? 0 : null
  }

  const refuse = async (work: Work, move: CreditMove, code: string): Promise<Again> => {
    const { calls } = await work.read((sql) => readTries(sql, move.reference))
    // It may have been refused because an earlier try took the money: what the history says counts.
    if (calls > 1) {
      const seen = await look(move)
      if (seen === null) return soon(silentMs)
      if (seen > 0) return endings.succeed(work, move)
    }
    return endings.refuse(work, move, code)
  }

  const call = async (work: Work, move: CreditMove): Promise<Again> => {
    const { calls } = await work.read((sql) => readTries(sql, move.reference))
    if (calls > 0) {
      const seen = await look(move)
      if (seen === null) return soon(silentMs)
      if (seen > 0) return endings.succeed(work, move)
    }
    const calledAt = clock.realNow()
    if (!(await claimCall(work.write, { id: move.id, at: calledAt }))) return soon(soonMs)
    // Held up so long that its silence might count as absence one day: it is not made.
    if (clock.realNow() > after(calledAt, latestSendMs)) return soon(firstReadMs)
    const asked = { ...move, status: 'unknown' as const, called_at: calledAt, calls: move.calls + 1 }
    const answer = await needs.issuer.adjustCredit({
      issuerCardId: move.issuer_card_id,
      amountCents: signed(move),
      reference: move.reference,
    })
    if (answer.outcome === 'ok') return endings.succeed(work, asked)
    if (answer.outcome === 'rejected') return refuse(work, asked, answer.code)
    if (answer.outcome === 'unavailable') {
      await work.write(({ sql }) => noteAbsent(sql, { id: move.id, calledAt }))
      return soon(soonMs)
    }
    return soon(firstReadMs)
  }

  const readBack = async (work: Work, move: CreditMove): Promise<Again> => {
    const seen = await look(move)
    if (seen === null) return soon(silentMs)
    if (seen > 0) return endings.succeed(work, move)
    const at = { id: move.id, calledAt: move.called_at }
    const sinceMs = move.called_at ? clock.realNow().getTime() - move.called_at.getTime() : 0
    const isLastRead = move.reads + 1 >= readBackPausesMs.length
    if (isLastRead && sinceMs > absenceProvesAfterMs) {
      await work.write(({ sql }) => noteAbsent(sql, at))
      return soon(0)
    }
    await work.write(({ sql }) => noteRead(sql, at))
    return soon(readBackPausesMs[move.reads + 1] ?? longestPauseMs)
  }

  const credit: JobHandler = async ({ payload }, work) => {
    const move = await work.read((sql) => readMove(sql, String(payload['moveId'])))
    if (!move || !isOpen(move)) return
    return move.status === 'unknown' ? readBack(work, move) : call(work, move)
  }
  return { credit }
}
