import { formatCents } from '@cardamom/contract/money'
import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'
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

export const cardStepUps = {
  'POST /cards/:id/reveal': describeCard,
  'PUT /cards/:id/limits': describeLimits,
} satisfies Partial<StepUpDescribers>
