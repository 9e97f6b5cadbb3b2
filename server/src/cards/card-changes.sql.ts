import type { Queries } from '../kernel/queries.ts'
import { holderReference } from '../providers/issuer/holder-body.ts'
import type { IssuerCard } from '../providers/issuer/port.ts'
import type { CardRecord } from './card-record.ts'
import type { BlockReason, CardStatus } from './card-status.ts'

const associate = `update card set status = $2, pending_call = null, pending_from = null, issuer_card_id = $3, last_digits = $4,
    name_on_card = $5, associated_at = $6, activated_at = $7, version = version + 1
  where id = $1 and status = 'pending' and pending_call = 'card.associated'`
const nameHolder = 'update holder set cif = $2 where user_id = $1 and cif is null'
const settle = `update card set status = $3, pending_call = null, pending_from = null, block_reason = $4, blocked_by = $5,
    blocked_at = $6, refusal = $7, version = version + 1
  where id = $1 and version = $2`

/** The issuer has made the card. False: it is no longer waited for. */
export const associateCard = async (
  sql: Queries,
  made: { card: CardRecord; status: 'associated' | 'activated'; issued: IssuerCard; at: Date },
): Promise<boolean> => {
  const { card, issued, at } = made
  const changed = await sql.run(associate, [
    card.id,
    made.status,
    issued.issuerCardId,
    issued.lastDigits,
    issued.nameOnCard,
    at,
    made.status === 'activated' ? at : null,
  ])
  if (changed === 1) await sql.run(nameHolder, [card.userId, holderReference(card.userId)])
  return changed === 1
}

export type Block = { readonly reason: BlockReason; readonly by: string | null; readonly at: Date }

/** Ends whatever a card waits for: its new state with its block, or none, and the issuer's refusal if there was one. */
export const settleCard = async (
  sql: Queries,
  to: { card: CardRecord; status: CardStatus; block: Block | null; refusal: string | null },
): Promise<boolean> =>
  (await sql.run(settle, [
    to.card.id,
    to.card.version,
    to.status,
    to.block?.reason ?? null,
    to.block?.by ?? null,
    to.block?.at ?? null,
    to.refusal,
  ])) === 1
