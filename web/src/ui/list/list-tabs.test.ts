import { expect, it } from 'vitest'
import { otherFilters, currentTab, isAll, queryOfTab } from './list-tabs.ts'

const list = {
  tabs: { others: { side: 'others', status: 'requested' }, yours: { side: 'yours' } },
}
const [others, yours] = [
  { tab: 'others', name: 'For you', sort: 'expiresAt' },
  { tab: 'yours', name: 'Yours' },
] as const
const tabs = [others, yours]

it('a tab opens with its filters and its order', () => {
  expect(queryOfTab(list, others)).toEqual({ side: 'others', status: 'requested', sort: 'expiresAt' })
  expect(queryOfTab(list, yours)).toEqual({ side: 'yours' })
})

it('another tab leaves the filters that no tab sets', () => {
  const query = {
    side: 'others',
    status: 'requested',
    sort: 'expiresAt',
    kind: 'recordTreasuryOperation',
    q: 'Ana',
  }
  expect(otherFilters(list, tabs, query)).toEqual({ kind: 'recordTreasuryOperation', q: 'Ana' })
  expect(otherFilters(list, [yours], query)).toEqual({ ...query, side: undefined })
  expect(otherFilters(list, [], query)).toEqual({})
})

it('a tab is current with any order and any other filters, but not with another value of its own', () => {
  const query = { side: 'others', status: 'requested', kind: 'recordTreasuryOperation' }
  expect(currentTab(list, tabs, { ...query, sort: '-requestedAt' })).toBe(others)
  expect(currentTab(list, tabs, { side: 'yours' })).toBe(yours)
  expect(currentTab(list, tabs, { side: 'yours', status: 'approved' })).toBeNull()
  expect(currentTab(list, tabs, { kind: 'recordTreasuryOperation' })).toBeNull()
})

it('all is current where no filter of a tab is set', () => {
  expect(isAll(list, tabs, { kind: 'recordTreasuryOperation', sort: 'expiresAt' })).toBe(true)
  expect(isAll(list, tabs, { status: 'approved' })).toBe(false)
})
