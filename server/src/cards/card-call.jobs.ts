import { after, type Clock } from '../kernel/clock.ts'
import type { JobHandler, Work } from '../kernel/jobs.ts'
import type { Log } from '../kernel/log.ts'
import type { Seal } from '../kernel/seal.ts'
import type { IssuerCard, IssuerPort } from '../providers/issuer/port.ts'
import type { ProviderOutcome } from '../providers/outcome.ts'
import { endDone, endRefused } from './card-call-ending.ts'
import { findCall, writeAbsent, writeReadBack, writeSent, type CardCall } from './card-calls.sql.ts'
import { sameLimits } from './card-limits.ts'
import { readHolder } from './card-person.ts'
import { limitsOf, type CardRecord } from './card-record.ts'
import { readTypeAndPlan } from './card-types.sql.ts'
import { findCard } from './cards.sql.ts'

/** Pauses before each read-back of an unknown call (providers §1). */
const readBackPausesMs = [1000, 5000, 30_000, 120_000, 600_000]
const longestPauseMs = 600_000
/** An answer that has not come after this long in real time will not: only then does absence prove anything. */
const absenceProvesAfterMs = 20_000
/** A call that could not leave within this time after it was written down is not made. */
const latestSendMs = 5000
const mostAttempts = 5
const nothingSentPauseMs = 5000
/** Nobody answers a read: it proves nothing and is asked again. */
const silentMs = 30_000

type Deps = {
  readonly issuer: IssuerPort
  readonly clock: Clock
  readonly seal: Seal
  readonly log: Log
}
type Again = { readonly againAt: Date } | void
type At = { readonly call: CardCall; readonly card: CardRecord }
/** `absent`: the issuer was read and has not done it; the same call may be made again. */
type Found = ProviderOutcome<IssuerCard> | { readonly outcome: 'absent' }

/** The call as it stands right after it was written as sent. */
const sentCall = (call: CardCall, calledAt: Date): CardCall => ({
  ...call,
  status: 'unknown',
  attempts: call.attempts + 1,
  calledAt,
})

const isOpen = ({ status }: CardCall) => status === 'started' || status === 'unknown'

/** Whether the issuer has the card as it was asked to: one that is unfrozen need not be active. */
const isAsked = (call: CardCall, { status, limits }: IssuerCard) => {
  if (call.kind === 'limits') return sameLimits(limitsOf(call), limits)
  return call.kind === 'freeze' ? status === 'frozen' : status === 'active' || status === 'inactive'
}

/** Whether a card that is not as it was asked to be simply has not been told yet. */
const isUntouched = ({ kind }: CardCall, { status }: IssuerCard) => {
  if (kind === 'limits') return status !== 'closed'
  return status === (kind === 'freeze' ? 'active' : 'frozen')
}

const createAsk =
  ({ issuer, seal }: Deps) =>
  async (work: Work, call: CardCall, card: CardRecord): Promise<ProviderOutcome<IssuerCard>> => {
    if (call.kind !== 'create') {
      const issuerCardId = card.issuerCardId ?? ''
      const answer =
        call.kind === 'limits'
          ? await issuer.setLimits({ issuerCardId, limits: limitsOf(call) })
          : await issuer.setFrozen({ issuerCardId, frozen: call.kind === 'freeze' })
      if (answer.outcome !== 'ok') return answer
      return isAsked(call, answer.value) ? answer : { outcome: 'rejected', code: 'card_state' }
    }
    const { holder, design } = await work.read(async (sql) => ({
      holder: await readHolder(sql, seal, { userId: card.userId }),
      design: (await readTypeAndPlan(sql, card)).type.design,
    }))
    if (typeof holder === 'string') return { outcome: 'rejected', code: holder }
    const { reference, id: idempotencyKey } = call
    const { form, nameOnCard } = card
    return issuer.createCard({ reference, idempotencyKey, form, nameOnCard, design, holder })
  }

/** How the issuer has what was asked for. */
const createFind =
  ({ issuer }: Deps) =>
  async (call: CardCall, card: CardRecord): Promise<Found> => {
    if (call.kind === 'create') {
      const found = await issuer.findCardByReference(call.reference)
      if (found.outcome !== 'ok') return found
      return found.value ? { outcome: 'ok', value: found.value } : { outcome: 'absent' }
    }
    const found = await issuer.readCard(card.issuerCardId ?? '')
    if (found.outcome !== 'ok') return found
    if (isAsked(call, found.value)) return found
    return isUntouched(call, found.value)
      ? { outcome: 'absent' }
      : { outcome: 'rejected', code: 'card_state' }
  }

/**
 * The saga of a call to the issuer. The reference is committed before the call; an unknown outcome is read back after 1 s,
 * 5 s, 30 s, 2 min and 10 min, and only when the issuer is proved not to have it is the same reference used again: read
 * once more right before.
 */
export const createCardCalls = (deps: Deps): JobHandler => {
  const { clock, log } = deps
  const ask = createAsk(deps)
  const find = createFind(deps)

  const done = (work: Work, call: CardCall, issued: IssuerCard) =>
    work.write((tx) => endDone(tx, { call, issued, at: clock.now() }))
  const refused = async (work: Work, call: CardCall, refusal: string) => {
    await work.write((tx) => endRefused(tx, { call, refusal, at: clock.now() }))
    if (call.kind === 'create') {
      log.error('The issuer refused to make a card: it is asked again later', null, {
        entityId: call.cardId,
        code: refusal,
      })
    }
  }

  const waitReading = async (work: Work, call: CardCall): Promise<Again> => {
    const againAt = after(clock.now(), readBackPausesMs[call.reads + 1] ?? longestPauseMs)
    await work.write(({ sql }) => writeReadBack(sql, call, againAt))
    return { againAt }
  }

  /** What a try before this one did after all, also one of a call that was given up; null: there was none. */
  const earlier = async (at: At): Promise<Found | null> =>
    at.call.attempts > 0 || (at.call.kind === 'create' && at.call.earlier > 0) ? find(at.call, at.card) : null

  const call = async (work: Work, at: At): Promise<Again> => {
    const before = await earlier(at)
    if (before?.outcome === 'ok') return done(work, at.call, before.value)
    if (before?.outcome === 'rejected') return refused(work, at.call, before.code)
    if (before && before.outcome !== 'absent') return { againAt: after(clock.now(), silentMs) }
    const calledAt = clock.realNow()
    const soon = { againAt: after(clock.now(), readBackPausesMs[0] ?? 0) }
    const isOurs = await work.write(({ sql }) => writeSent(sql, at.call, calledAt))
    // Another worker makes it, or this one was held up so long that its silence might count as absence one day.
    if (!isOurs || clock.realNow() > after(calledAt, latestSendMs)) return soon
    const answer = await ask(work, at.call, at.card)
    if (answer.outcome === 'ok') return done(work, at.call, answer.value)
    if (answer.outcome === 'rejected') {
      const seen = await earlier(at)
      if (seen?.outcome === 'ok') return done(work, at.call, seen.value)
      const isSilent = seen?.outcome === 'unavailable' || seen?.outcome === 'unknown'
      return isSilent ? soon : refused(work, at.call, answer.code)
    }
    if (answer.outcome === 'unknown') return soon
    const againAt = after(clock.now(), Math.min(nothingSentPauseMs * 2 ** at.call.attempts, longestPauseMs))
    await work.write(({ sql }) => writeAbsent(sql, sentCall(at.call, calledAt), againAt))
    return { againAt }
  }

  const readBack = async (work: Work, at: At, calledAt: Date): Promise<Again> => {
    const found = await find(at.call, at.card)
    if (found.outcome === 'ok') return done(work, at.call, found.value)
    if (found.outcome === 'rejected') return refused(work, at.call, found.code)
    if (found.outcome !== 'absent') return { againAt: after(clock.now(), silentMs) }
    const sinceMs = clock.realNow().getTime() - calledAt.getTime()
    // A card is made twice by two calls, a pause is not: that one does not wait for every read-back.
    const isLastRead = at.call.kind !== 'create' || at.call.reads + 1 >= readBackPausesMs.length
    if (!isLastRead || sinceMs < absenceProvesAfterMs) return waitReading(work, at.call)
    if (at.call.attempts >= mostAttempts) return refused(work, at.call, 'absent')
    const againAt = clock.now()
    await work.write(({ sql }) => writeAbsent(sql, at.call, againAt))
    return { againAt }
  }

  return async ({ payload }, work) => {
    const id = String(payload['callId'])
    const at = await work.read(async (sql) => {
      const open = await findCall(sql, id)
      const card = open && isOpen(open) ? await findCard(sql, open.cardId) : null
      return open && card ? { call: open, card } : null
    })
    if (!at) return
    const { calledAt } = at.call
    return calledAt === null ? call(work, at) : readBack(work, at, calledAt)
  }
}
