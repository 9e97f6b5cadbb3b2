import { readLevel } from '../companies/company-reader.sql.ts'
import { readNames } from '../identity/users.sql.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Ids } from '../kernel/ids.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import { replaceBlock } from './card-changes.sql.ts'
import { cardEvent } from './card-events.ts'
import { startFreeze } from './card-freeze.ts'
import type { CardRecord } from './card-record.ts'
import { adminMayResume } from './card-view.ts'
import { lockCard } from './cards.sql.ts'

type BlockRequest = {
  readonly cardId: string
  readonly me: SessionPrincipal
  /** Why, in the administrator's words. */
  readonly note: string
  readonly now: Date
}
type Outcome<Refusal extends string> = Promise<
  Answer<Pick<CardRecord, 'status'>, 'record_not_found' | Refusal>
>

/**
 * The people among `blockers` whom the reader sees, by name, and whether the reader may end a block by one of them. A
 * reader who sees the person may, so a company does not end what the operator blocked. A block without a person, such as
 * a freeze that was made by hand at the issuer, is the operator's to end.
 */
export const readBlockers = async (
  sql: Queries,
  me: Pick<SessionPrincipal, 'companyId' | 'scope'>,
  blockers: readonly (string | null)[],
): Promise<{
  readonly names: ReadonlyMap<string, string>
  readonly mayLift: (blockedBy: string | null) => boolean
}> => {
  const known = blockers.flatMap((each) => each ?? [])
  const names: ReadonlyMap<string, string> = known.length === 0 ? new Map() : await readNames(sql, known)
  const isOperator = blockers.includes(null) && (await readLevel(sql, me)) === 0
  return { names, mayLift: (blockedBy) => (blockedBy === null ? isOperator : names.has(blockedBy)) }
}

/**
 * An administrator blocks a card that its holder paused: it is frozen at the issuer already, so only the block becomes the
 * administrator's, and the holder cannot resume the card any more.
 */
const blockPaused = async (tx: WriteTransaction, card: CardRecord, of: BlockRequest): Outcome<never> => {
  const { note, now: at } = of
  const actorId = of.me.userId
  const { id: entityId, companyId, userId, status } = card
  await replaceBlock(tx.sql, card, { reason: 'admin', by: actorId, at, note })
  tx.recordChange({
    entity: 'card',
    entityId,
    companyId,
    userId,
    before: { blockReason: card.blockReason },
    after: { blockReason: 'admin', note },
  })
  tx.emit(cardEvent(card, 'card.blocked', { actorId, reason: 'admin' }))
  return accepted({ status })
}

/** Blocks by administrators, and their end (domain §6). */
export const createCardBlocks = ({ ids }: { ids: Ids }) => {
  const start = (
    tx: WriteTransaction,
    card: CardRecord,
    { me, note, now, kind }: BlockRequest & { readonly kind: 'freeze' | 'unfreeze' },
  ) => startFreeze(tx, { ids, card, kind, reason: 'admin', actorId: me.userId, note, now })

  return {
    block: async (tx: WriteTransaction, of: BlockRequest): Outcome<'card_not_in_use'> => {
      const card = await lockCard(tx.sql, of.cardId)
      if (!card) return refused('record_not_found')
      if (card.status === 'blocked' && card.blockReason === 'self') return blockPaused(tx, card, of)
      const started = await start(tx, card, { ...of, kind: 'freeze' })
      return started.accepted ? started : refused('card_not_in_use')
    },
    unblock: async (
      tx: WriteTransaction,
      of: BlockRequest,
    ): Outcome<'card_not_blocked' | 'block_not_yours'> => {
      const card = await lockCard(tx.sql, of.cardId)
      if (!card) return refused('record_not_found')
      if (!adminMayResume(card)) return refused('card_not_blocked')
      const { mayLift } = await readBlockers(tx.sql, of.me, [card.blockedBy])
      if (!mayLift(card.blockedBy)) return refused('block_not_yours')
      const started = await start(tx, card, { ...of, kind: 'unfreeze' })
      return started.accepted ? started : refused('card_not_blocked')
    },
  }
}
