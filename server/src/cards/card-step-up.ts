import { formatCents } from '@cardamom/contract/money'
import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { findPlan } from './card-plans.sql.ts'
import { findType } from './card-types.sql.ts'
import { findCard } from './cards.sql.ts'

const describeCard: DescribeStepUp = async ({ sql, params }) => {
  const card = await findCard(sql, textOf(params['id']))
  return card ? { card: card.lastDigits === null ? card.nameOnCard : `•••• ${card.lastDigits}` } : {}
}

/** The limits that the card would have. */
const describeLimits: DescribeStepUp = async (requested) => {
  const limit = (value: unknown) => (typeof value === 'bigint' ? formatCents(value) : 'none')
  const { payment, day, month } = requested.input
  return { ...(await describeCard(requested)), payment: limit(payment), day: limit(day), month: limit(month) }
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
  'POST /card-plans': describeNewPlan,
  'PATCH /card-plans/:id': describePlan,
  'POST /card-plans/:id/archive': describePlan,
  'POST /card-plans/:id/restore': describePlan,
  'DELETE /card-plans/:id': describePlan,
  'POST /card-types': describeNewType,
  'PATCH /card-types/:id': describeType,
  'POST /card-types/:id/image': describeType,
  'POST /card-types/:id/archive': describeType,
  'POST /card-types/:id/restore': describeType,
  'DELETE /card-types/:id': describeType,
} satisfies Partial<StepUpDescribers>
