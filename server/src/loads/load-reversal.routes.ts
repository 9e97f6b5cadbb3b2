import { reverseCompanyLoad } from '@cardamom/contract/loads/company-loads'
import { formatCents } from '@cardamom/contract/money'
import { findCard, noMoney, readCardMoney } from '../cards/cards.sql.ts'
import type { CardRecord } from '../cards/card-record.ts'
import { houseId } from '../companies/company.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { allTenants } from '../kernel/database.ts'
import type { Queries } from '../kernel/queries.ts'
import { readAcceptedMoney } from './accepted-load.sql.ts'
import { readPromisedDebits } from './issuer-transfers.sql.ts'
import type { LimitUse } from './limit-use.ts'
import { divide, netOfPart } from './load-part-plan.ts'
import type { LoadRecord } from './load-record.ts'
import { isReversible, startReversalPlan } from './load-reversal-plans.ts'
import { refusalOfPart, partOf } from './load-undo.routes.ts'
import { readLastReversal } from './load-reversals.sql.ts'
import { readLimitUse } from './load-sums.sql.ts'
import { readLoadInScope } from './loads.sql.ts'

type Reversible = {
  readonly card: CardRecord & { readonly issuerCardId: string }
  readonly availableCents: bigint
  readonly use: LimitUse
}
type Refusal = 'load_not_reversible' | 'card_invalid' | 'card_changed' | 'not_enough_on_card'

/** A blocked card can be debited too. */
const debitable: ReadonlySet<string> = new Set(['activated', 'blocked'])

/** Whether the issuer can take a load off its card now (money §4.2): it is there, and not promised to another debit. */
const readReversible = async (
  sql: Queries,
  load: LoadRecord,
  netCents: bigint,
): Promise<Answer<Reversible, Refusal>> => {
  if (!isReversible(load, await readLastReversal(sql, load.id))) return refused('load_not_reversible')
  const card = await findCard(sql, load.cardId)
  // First the row that guards what is promised, then what is.
  const use = await readLimitUse(sql, load.userId)
  if (!use) return refused('card_changed')
  const { issuerCardId = null, status = 'closed' } = card ?? {}
  if (!card || issuerCardId === null || !debitable.has(status)) return refused('card_invalid')
  const { availableCents } = (await readCardMoney(sql, [card.id])).get(card.id) ?? noMoney
  const promisedCents = await readPromisedDebits(sql, issuerCardId)
  if (netCents > availableCents - promisedCents) return refused('not_enough_on_card')
  return accepted({ card: { ...card, issuerCardId }, availableCents, use })
}

/** What a reversal takes off the card: all that is left of the load, or a part of it. */
const readNetOf = async (
  db: Kernel['db'],
  load: LoadRecord,
  grossCents: bigint | null,
): Promise<Answer<bigint, 'invalid_amount' | 'resolution_not_possible'>> => {
  if (grossCents === null || load.status !== 'credited') return accepted(load.netCents)
  // All tenants: the people of the chain are of other companies.
  const money = await db.read(allTenants, (sql) => readAcceptedMoney(sql, load))
  const divided = divide(load, money, grossCents)
  return divided.accepted ? accepted(divided.value.back.netCents) : divided
}

/** Reverses a load that is on its card: two people decide, and then the card issuer takes it off the card. */
export const mountReversal = ({ mount, db, ids, clock }: Kernel): void => {
  mount(
    reverseCompanyLoad,
    async ({ sql, me, params, input, approval }) => {
      const load = await readLoadInScope(sql, { id: params.id, scope: me.scope })
      if (!load) return refused('record_not_found')
      if ([me.userId, approval.checkerId].includes(load.userId)) return refused('permission_denied')
      const grossCents = partOf(load, input.gross)
      const net = await readNetOf(db, load, grossCents)
      if (!net.accepted) return net
      const netCents = net.value
      const found = await readReversible(sql, load, netCents)
      if (!found.accepted) return found
      const { card, use } = found.value
      const amount = { grossCents, netCents }
      const deciders = { requestedBy: me.userId, approvedBy: approval.checkerId, reason: input.reason }
      return accepted({
        plan: startReversalPlan({
          ids,
          load,
          now: clock.now(),
          id: approval.id,
          card,
          use,
          amount,
          ...deciders,
        }),
        output: null,
        whenRefused: { guard_failed: 'card_changed' },
        decidesAgainWhen: ['guard_failed'],
        changes: [
          {
            entity: 'load' as const,
            entityId: load.id,
            companyId: load.companyId,
            userId: load.userId,
            before: { reversal: null },
            after: { reversal: 'pending' },
          },
        ],
      })
    },
    refusalOfPart,
    {
      describe: async ({ sql, me, params, input }) => {
        const load = await readLoadInScope(sql, { id: params.id, scope: me.scope })
        if (!load) return { companyId: houseId, changes: [] }
        const { companyId, version, cardId } = load
        const part = partOf(load, input.gross)
        const netCents = part === null ? load.netCents : netOfPart(load, part)
        const { availableCents } = (await readCardMoney(sql, [cardId])).get(cardId) ?? noMoney
        const before = formatCents(availableCents)
        const after = formatCents(availableCents - netCents)
        return { companyId, version, changes: [{ name: 'balance', before, after }] }
      },
    },
  )
}
