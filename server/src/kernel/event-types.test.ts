import { expect, test } from 'vitest'
import type { Jobs, WriteTransaction } from './jobs.ts'
import type { EventDraft, Plan } from './plan.ts'

/** The compiler runs these tests: each expected error must be found. */
const whose = { entityId: '1', companyId: null, userId: null }
const card = { ref: 'C-1', form: 'virtual', lastDigits: null } as const

test('an event of the contract can be emitted, alone and with a plan', () => {
  const emitted: EventDraft[] = []
  const emit: WriteTransaction['emit'] = (event) => emitted.push(event)
  emit({ type: 'card.created', ...whose, payload: card })
  const plan: Plan = { journals: [], events: [{ type: 'load.quoted', ...whose }] }
  expect([...emitted, ...(plan.events ?? [])]).toHaveLength(2)
})

test('an unknown event, or an event without its payload, does not compile', () => {
  const emit: WriteTransaction['emit'] = () => undefined
  // @ts-expect-error: there is no such event
  emit({ type: 'card.create', ...whose, payload: card })
  // @ts-expect-error: it carries the facts of the card
  emit({ type: 'card.created', ...whose })
  // @ts-expect-error: it carries nothing
  emit({ type: 'load.quoted', ...whose, payload: card })
  // @ts-expect-error: its entity is the contract's to say
  emit({ type: 'load.quoted', entity: 'card', ...whose })
  // @ts-expect-error: there is no such event
  const plan: Plan = { journals: [], events: [{ type: 'load.quote', ...whose }] }
  expect(plan.events).toHaveLength(1)
})

test('a consumer receives a known event with its payload', () => {
  const consumers: string[] = []
  const on: Jobs['on'] = (type, consumer) => consumers.push(`${type} ${consumer}`)
  on('card.limits_changed', 'a', async ({ payload }) => void payload.month)
  // @ts-expect-error: there is no such event
  on('card.limits', 'b', async () => undefined)
  // @ts-expect-error: it has no such fact
  on('card.limits_changed', 'c', async ({ payload }) => void payload.netCents)
  expect(consumers).toHaveLength(3)
})
