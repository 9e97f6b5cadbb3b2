import { after, type Clock } from '../kernel/clock.ts'
import type { JobHandler } from '../kernel/jobs.ts'
import type { IssuerPort } from '../providers/issuer/port.ts'
import { settleCard } from './card-changes.sql.ts'
import { cardEvent } from './card-events.ts'
import { findCardAtIssuer, lockCard } from './cards.sql.ts'
import { followIssuer } from './issuer-view.ts'

const whilePendingMs = 5000
const whileUnavailableMs = 30_000

/**
 * The issuer said something about a card, or may have: reads it there and follows. A card that waits for an answer to a
 * call of ours is left to that call and looked at again afterwards.
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
    await work.write(async ({ sql, emit }) => {
      const card = await lockCard(sql, known.id)
      if (!card || card.status === 'pending') return
      const change = followIssuer({ status: card.status, blockReason: card.blockReason }, theirs.value)
      if (!change) return
      const block = change.reason ? { reason: change.reason, by: null, at: clock.now() } : null
      await settleCard(sql, { card, status: change.status, block, refusal: card.refusal })
      for (const event of change.events) emit(cardEvent(card, event, block ? { reason: block.reason } : {}))
    })
  }
