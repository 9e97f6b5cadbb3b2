import { listEndpoint } from '@cardamom/contract/list'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { filtersOf, hasDays, hasSearch, listQueryOf, narrowingOf, sortsOf } from './list-query.ts'

const list = listEndpoint({
  path: '/things',
  summary: 'Things',
  who: 'signed-in',
  row: z.object({ id: z.string() }),
  sorts: ['-madeAt', 'madeAt', 'name'],
  filters: { state: z.enum(['new', 'old']).optional(), ownerId: z.uuid().optional() },
  days: 'madeAt',
  search: true,
})
const ownerId = '01980000-0000-7000-8000-0000000000a1'

describe('the query of a list in its address', () => {
  it('contains what the schemas of the list accept', () => {
    const all = { state: 'old', ownerId, from: '2026-11-01', to: '2026-11-30', q: 'blue', sort: 'name' }
    expect(listQueryOf(list, all)).toEqual(all)
  })
  it('leaves out what they refuse and what the list does not declare', () => {
    const wrong = { state: 'odd', ownerId: '7', from: 'today', to: '2026-02-30', sort: 'size', open: ownerId }
    expect(listQueryOf(list, { ...wrong, limit: '9', cursor: 'abc' })).toEqual({})
  })
  it('leaves out the default order, a short search text and a last day before the first', () => {
    expect(listQueryOf(list, { sort: '-madeAt', q: ' ab ' })).toEqual({})
    expect(listQueryOf(list, { from: '2026-11-30', to: '2026-11-01' })).toEqual({ from: '2026-11-30' })
  })
})

it('the filters of a list are listed with their values', () => {
  expect(filtersOf(list)).toMatchObject([
    { name: 'state', values: ['new', 'old'] },
    { name: 'ownerId', values: null },
  ])
  expect(sortsOf(list)).toEqual(['-madeAt', 'madeAt', 'name'])
  expect([hasSearch(list), hasDays(list)]).toEqual([true, true])
  expect(narrowingOf(list).toSorted()).toEqual(['from', 'ownerId', 'q', 'state', 'to'])
})
