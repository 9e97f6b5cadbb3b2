import type { FoundEffect, PreparedAttempt } from '../kernel/call-declaration.ts'
import type { Clock } from '../kernel/clock.ts'
import { externalCall } from '../kernel/external-call.ts'
import type { JobHandler, Work } from '../kernel/jobs.ts'
import type { Log } from '../kernel/log.ts'
import type { Encryption } from '../kernel/encryption.ts'
import type { IssuerCard, IssuerPort, NewIssuerCard } from '../providers/issuer/port.ts'
import type { CallOutcome } from '../kernel/call-declaration.ts'
import { recordingCard } from './card-recording.ts'
import { endDone, endRefused } from './card-call-ending.ts'
import { cardCallAttempts, findCall, type CardCall } from './card-calls.sql.ts'
import { sameLimits } from './card-limits.ts'
import { readHolder } from './card-person.ts'
import { limitsOf } from './card-record.ts'
import { readTypeAndPlan } from './card-types.sql.ts'

const minuteMs = 60_000
/** After pauses of 1 s, 5 s, 30 s, 2 min and 10 min (providers §1). */
const readsAfterMs = [1000, 6000, 36_000, 156_000, 756_000] as const
/**
 * Creating a card twice would make two cards, so its absence needs a proof. Freezing and limits can be
 * repeated, so these calls are sent again as soon as a read finds no effect.
 */
const absenceOfCard = { afterMs: 756_000, stableMs: 10 * minuteMs }
const absenceOfChange = { afterMs: 0, stableMs: 0 }

type Deps = {
  readonly issuer: IssuerPort
  readonly clock: Clock
  readonly encryption: Encryption
  readonly log: Log
}
/** The card that the issuer must make; null: the call changes an existing card. */
type Order = NewIssuerCard | null

/** Whether the card at the issuer has the effect of the call. An unfrozen card may still be inactive. */
const isWanted = (call: CardCall, { status, limits }: IssuerCard) => {
  if (call.kind === 'limits') return sameLimits(limitsOf(call), limits)
  return call.kind === 'freeze' ? status === 'frozen' : status === 'active' || status === 'inactive'
}

/** Whether the card at the issuer is still as before the call. */
const isUntouched = ({ kind }: CardCall, { status }: IssuerCard) => {
  if (kind === 'limits') return status !== 'closed'
  return status === (kind === 'freeze' ? 'active' : 'frozen')
}

const createPrepare =
  ({ encryption }: Deps) =>
  async (work: Work, call: CardCall): Promise<PreparedAttempt<CardCall, Order>> => {
    if (call.kind !== 'create') return { outcome: 'ready', facts: null }
    const { holder, design } = await work.read(async (sql) => ({
      holder: await readHolder(sql, encryption, { userId: call.userId }),
      design: (await readTypeAndPlan(sql, call)).type.design,
    }))
    if (typeof holder === 'string') return { outcome: 'rejected', code: holder }
    const { reference, id: idempotencyKey, form, nameOnCard } = call
    return { outcome: 'ready', facts: { reference, idempotencyKey, form, nameOnCard, design, holder } }
  }

const createSend =
  ({ issuer }: Deps) =>
  async (call: CardCall, order: Order): Promise<CallOutcome<IssuerCard>> => {
    if (order) return issuer.createCard(order)
    const issuerCardId = call.issuerCardId ?? ''
    const answer =
      call.kind === 'limits'
        ? await issuer.setLimits({ issuerCardId, limits: limitsOf(call) })
        : await issuer.setFrozen({ issuerCardId, frozen: call.kind === 'freeze' })
    if (answer.outcome !== 'ok' || isWanted(call, answer.value)) return answer
    return { outcome: 'rejected', code: 'card_state' }
  }

const createFindEffect =
  ({ issuer }: Deps) =>
  async (_work: Work, call: CardCall): Promise<FoundEffect<IssuerCard>> => {
    if (call.kind === 'create') {
      const made = await issuer.findCardByReference(call.reference)
      if (made.outcome !== 'ok') return made
      return made.value ? { outcome: 'ok', value: made.value } : { outcome: 'absent' }
    }
    const card = await issuer.readCard(call.issuerCardId ?? '')
    if (card.outcome !== 'ok' || isWanted(call, card.value)) return card
    return isUntouched(call, card.value) ? { outcome: 'absent' } : { outcome: 'rejected', code: 'card_state' }
  }

/**
 * Handles calls to the issuer that make, freeze or unfreeze a card or change its limits. A new card is found
 * by our reference.
 */
export const createCardCalls = (deps: Deps): JobHandler => {
  const { clock, log } = deps

  const refused = async (work: Work, call: CardCall, refusal: string) => {
    await work.write((tx) =>
      recordingCard(tx, call.cardId, () => endRefused(tx, { call, refusal, at: clock.now() })),
    )
    if (call.kind === 'create') {
      const fields = { entityId: call.cardId, code: refusal }
      log.error('The issuer refused to make a card: it is requested again later', null, fields)
    }
  }

  return externalCall<CardCall, IssuerCard, Order>({
    find: (sql, payload) => findCall(sql, String(payload['callId'])),
    stages: { started: 'open', unknown: 'sent', done: 'ended', refused: 'ended' },
    attempts: cardCallAttempts,
    followsAnother: ({ kind, earlier }) => kind === 'create' && earlier > 0,
    prepare: createPrepare(deps),
    send: createSend(deps),
    findEffect: createFindEffect(deps),
    times: { readsAfterMs, everyMs: 10 * minuteMs, silentMs: 30_000 },
    absence: ({ kind }) => (kind === 'create' ? absenceOfCard : absenceOfChange),
    mostAttempts: 5,
    endings: {
      done: (work, call, issued) =>
        work.write((tx) =>
          recordingCard(tx, call.cardId, () => endDone(tx, { call, issued, at: clock.now() })),
        ),
      refused,
      // The only undecided case: no attempt had an effect. The card returns to its previous state.
      undecided: (work, call) => refused(work, call, 'absent'),
    },
  })
}
