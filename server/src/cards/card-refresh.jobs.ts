import { after, type Clock } from '../kernel/clock.ts'
import type { JobHandler, WriteTransaction } from '../kernel/jobs.ts'
import type { Queries } from '../kernel/queries.ts'
import type { EventDraft } from '../kernel/plan.ts'
import type { IssuerCard, IssuerPort } from '../providers/issuer/port.ts'
import { followCard } from './card-changes.sql.ts'
import { findLimitChange, saveLimits } from './card-calls.sql.ts'
import { cardEvent, limitFacts } from './card-events.ts'
import { recordingCard } from './card-recording.ts'
import { sameLimits } from './card-limits.ts'
import type { CardRecord } from './card-record.ts'
import { findCardAtIssuer, lockCard } from './cards.sql.ts'
import { followIssuer } from './issuer-view.ts'

const whilePendingMs = 5000
const whileUnavailableMs = 30_000

/** Copies limits that were changed at the issuer, unless a change of ours is on its way there. */
const followLimits = async (
  { sql, emit }: { sql: Queries; emit: (event: EventDraft) => void },
  card: CardRecord,
  { limits }: IssuerCard,
): Promise<CardRecord> => {
  if (sameLimits(card.limits, limits) || (await findLimitChange(sql, card.id))) return card
  await saveLimits(sql, card.id, limits)
  emit(cardEvent(card, 'card.limits_changed', limitFacts(limits)))
  return { ...card, limits, limitsVersion: card.limitsVersion + 1, version: card.version + 1 }
}

/** Follows what was read at the issuer, unless our card changed since. */
const follow = async (
  { sql, emit }: WriteTransaction,
  { known, theirs, at }: { known: CardRecord; theirs: IssuerCard; at: Date },
): Promise<{ againAt: Date } | void> => {
  const found = await lockCard(sql, known.id)
  if (!found) return
  // A call of ours was answered after this read, so the read may be out of date.
  const { status, blockReason, version } = found
  if (status === 'pending' || version !== known.version) return { againAt: after(at, whilePendingMs) }
  const card = await followLimits({ sql, emit }, found, theirs)
  const change = followIssuer({ status, blockReason }, theirs)
  if (!change) return
  const block = change.reason ? { reason: change.reason, by: null, at, note: null } : null
  await followCard(sql, { ...card, status }, { events: change.events, block })
  for (const event of change.events) emit(cardEvent(card, event, block ? { reason: block.reason } : {}))
}

/**
 * The issuer reported a change of a card, or may have: reads the card there and follows it. A card with an
 * open call of ours is left to that call and read again afterwards.
 */
export const createCardRefresh =
  ({ issuer, clock }: { issuer: IssuerPort; clock: Clock }): JobHandler =>
  async ({ payload }, work) => {
    const issuerCardId = String(payload['issuerCardId'])
    const known = await work.read((sql) => findCardAtIssuer(sql, issuerCardId))
    if (!known) return
    if (known.status === 'pending') return { againAt: after(clock.now(), whilePendingMs) }
    const theirs = await issuer.readCard(issuerCardId)
    if (theirs.outcome === 'rejected')
      throw new Error(`The issuer does not know a card of ours: ${theirs.code}`)
    if (theirs.outcome !== 'ok') return { againAt: after(clock.now(), whileUnavailableMs) }
    const followTheirs = (tx: WriteTransaction) =>
      follow(tx, { known, theirs: theirs.value, at: clock.now() })
    return work.write((tx) => recordingCard(tx, known.id, () => followTheirs(tx)))
  }
