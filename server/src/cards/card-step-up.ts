import { formatCents } from '@cardamom/contract/money'
import { personOf } from '../identity/person-step-up.ts'
import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { findPlan } from './card-plans.sql.ts'
import { findType } from './card-types.sql.ts'
import type { CardRecord } from './card-record.ts'
import { findCard, listCardsByIds } from './cards.sql.ts'

const nameOfCard = ({ lastDigits, nameOnCard }: Pick<CardRecord, 'lastDigits' | 'nameOnCard'>) =>
  lastDigits === null ? nameOnCard : `•••• ${lastDigits}`

const describeCard: DescribeStepUp = async ({ sql, params }) => {
  const card = await findCard(sql, textOf(params['id']))
  return card ? { card: nameOfCard(card) } : {}
}

/** The card, its holder and the administrator's reason. */
const describeBlock: DescribeStepUp = async (call) => {
  const card = await findCard(call.sql, textOf(call.params['id']))
  if (!card) return {}
  const note = textOf(call.input['note'])
  return {
    ...(await describeCard(call)),
    ...(await personOf(call.sql, card.userId)),
    ...(note ? { note } : {}),
  }
}

/** The card, its holder, and the client code that they would have. */
const describeClientCode: DescribeStepUp = async (call) => ({
  ...(await describeBlock(call)),
  clientCode: textOf(call.input['clientCode']),
})

const mostNamed = 5

/** How many cards a bulk call is about, the first of them by name, and the reason. */
const describeCards: DescribeStepUp = async ({ sql, input }) => {
  const ids = Array.isArray(input['ids']) ? input['ids'].map(textOf) : []
  const named = (await listCardsByIds(sql, ids.slice(0, mostNamed))).map(nameOfCard)
  const note = textOf(input['note'])
  const more = ids.length > mostNamed ? ', …' : ''
  return { cards: `${ids.length}: ${named.join(', ')}${more}`, ...(note ? { note } : {}) }
}

/** The limits that the card would have. */
const describeLimits: DescribeStepUp = async (requested) => {
  const limit = (value: unknown) => (typeof value === 'bigint' ? formatCents(value) : 'none')
  const { payment, day, month } = requested.input
  return { ...(await describeCard(requested)), payment: limit(payment), day: limit(day), month: limit(month) }
}

/** How many cards a file adds to the stock, the first of them by serial, and their type. */
const describeStock: DescribeStepUp = async ({ sql, input }) => {
  const rows = Array.isArray(input['rows']) ? (input['rows'] as { serial?: unknown }[]) : []
  const named = rows.slice(0, mostNamed).map(({ serial }) => textOf(serial))
  const type = await findType(sql, textOf(input['cardTypeId']))
  const more = rows.length > mostNamed ? ', …' : ''
  return { cards: `${rows.length}: ${named.join(', ')}${more}`, ...(type ? { cardType: type.name } : {}) }
}

const describeNewPlan: DescribeStepUp = ({ input }) => Promise.resolve({ plan: textOf(input['name']) })
const describeNewType: DescribeStepUp = ({ input }) => Promise.resolve({ cardType: textOf(input['name']) })

const describePlan: DescribeStepUp = async ({ sql, params }) => {
  const plan = await findPlan(sql, textOf(params['id']))
  return plan ? { plan: `${plan.name} (${plan.code})` } : {}
}

const describeType: DescribeStepUp = async ({ sql, params }) => {
  const type = await findType(sql, textOf(params['id']))
  return type ? { cardType: `${type.name} (${type.code})` } : {}
}

export const cardStepUps = {
  'POST /cards/:id/reveal': describeCard,
  'PUT /cards/:id/limits': describeLimits,
  'POST /company-cards/:id/unblock': describeBlock,
  'POST /company-cards/:id/client-code': describeClientCode,
  'POST /company-cards/bulk/block': describeCards,
  'POST /company-cards/bulk/unblock': describeCards,
  'POST /company-cards/export': () => Promise.resolve({}),
  'POST /card-plans': describeNewPlan,
  'PATCH /card-plans/:id': describePlan,
  'POST /card-plans/:id/archive': describePlan,
  'POST /card-plans/:id/restore': describePlan,
  'DELETE /card-plans/:id': describePlan,
  'POST /card-stock': describeStock,
  'POST /card-types': describeNewType,
  'PATCH /card-types/:id': describeType,
  'POST /card-types/:id/image': describeType,
  'POST /card-types/:id/archive': describeType,
  'POST /card-types/:id/restore': describeType,
  'DELETE /card-types/:id': describeType,
} satisfies Partial<StepUpDescribers>
