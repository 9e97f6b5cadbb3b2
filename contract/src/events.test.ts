import { expect, test } from 'vitest'
import { events, type EventPayload, type EventType } from './events.ts'

/** Event names are in the past tense: pages and consumers receive an event after it happened. */
const pastTense = /(?:ed|paid|_aside|_seen|_found|undone|\.reset|\.read|_withdrawn)$/

test('events are named noun.verb in the past tense', () => {
  const names = Object.keys(events)
  expect(names.length).toBeGreaterThan(40)
  expect(names.filter((name) => !/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/.test(name))).toEqual([])
  expect(names.filter((name) => !pastTense.test(name))).toEqual([])
})

test('an event that is not declared, and a payload that it does not carry, do not compile', () => {
  const known: EventType = 'card.activated'
  // @ts-expect-error: there is no such event
  const unknown: EventType = 'card.activate'
  const carried: EventPayload<'load.credit_failed'>['refusal'] = 'FL001'
  // @ts-expect-error: a refusal is text
  const wrong: EventPayload<'load.credit_failed'>['refusal'] = 1
  expect([known, unknown, carried, wrong]).toHaveLength(4)
})
