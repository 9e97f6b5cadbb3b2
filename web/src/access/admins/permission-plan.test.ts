import { expect, test } from 'vitest'
import {
  isHeldAfter,
  isSameScope,
  isView,
  possiblePart,
  tagsOfPlan,
  type HeldTag,
} from './permission-plan.ts'

const tag = (name: HeldTag['tag'], more: Partial<HeldTag> = {}): HeldTag => ({
  tag: name,
  isHeld: false,
  source: 'none',
  setBy: null,
  setAt: null,
  may: ['grant'],
  ...more,
})

test('a grant adds a tag, a denial removes it, and a reset returns to the role', () => {
  expect(isHeldAfter(tag('cards.view'), { 'cards.view': 'grant' }, 9)).toBe(true)
  expect(isHeldAfter(tag('cards.view', { isHeld: true }), { 'cards.view': 'deny' }, 1)).toBe(false)
  expect(isHeldAfter(tag('cards.view', { isHeld: true }), { 'cards.view': 'reset' }, 9)).toBe(false)
  expect(isHeldAfter(tag('cards.view'), { 'cards.view': 'reset' }, 1)).toBe(true)
  expect(isHeldAfter(tag('cards.view', { isHeld: true }), {}, 9)).toBe(true)
})

test('what the reader may not do any more leaves the plan', () => {
  const plan = { 'cards.view': 'grant', 'loads.view': 'grant' } as const
  const tags = [tag('cards.view'), tag('loads.view', { may: ['reset'] })]
  expect(possiblePart(tags, plan)).toEqual({ 'cards.view': 'grant' })
})

test('a plan is sent as three lists', () => {
  expect(tagsOfPlan({ 'cards.view': 'grant', 'loads.view': 'deny', 'fees.view': 'grant' })).toEqual({
    grant: ['cards.view', 'fees.view'],
    deny: ['loads.view'],
    reset: [],
  })
})

test('a tag that only shows something is told from one that changes something', () => {
  expect(['users.view_pii', 'users.email_change.view', 'kyc.view_documents'].every(isView)).toBe(true)
  expect(['users.update', 'kyc.review', 'users.export'].some(isView)).toBe(false)
})

test('listed companies are compared in any order, and only where they are listed', () => {
  const [andes, norte] = [
    { id: 'a', name: 'Andes' },
    { id: 'n', name: 'Norte' },
  ]
  const listed = (...companies: { id: string; name: string }[]) => ({ kind: 'listed', companies }) as const
  expect(isSameScope(listed(andes, norte), listed(norte, andes))).toBe(true)
  expect(isSameScope(listed(andes), listed(norte))).toBe(false)
  expect(isSameScope({ kind: 'all', companies: [andes] }, { kind: 'all', companies: [] })).toBe(true)
  expect(isSameScope({ kind: 'own', companies: [] }, { kind: 'subtree', companies: [] })).toBe(false)
})
