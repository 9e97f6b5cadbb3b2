import { describe, expect, it } from 'vitest'
import { monthsBack } from '../kernel/months.ts'
import { filterOf } from './activity-filter.ts'

const card = '00000000-0000-7000-8000-000000000010'

describe('the filter in the address', () => {
  it('selects all rows when the address has none', () => {
    expect(filterOf({})).toMatchObject({ view: 'all', filter: {} })
  })
  it('reads a month as its first and last day', () => {
    expect(filterOf({ month: '2026-11' }).filter).toEqual({ from: '2026-11-01', to: '2026-11-30' })
    expect(filterOf({ month: '2024-02' }).filter).toEqual({ from: '2024-02-01', to: '2024-02-29' })
  })
  it('combines status, category, card and search text', () => {
    const query = { status: 'settled', category: 'travel', card, q: ' wong ' }
    expect(filterOf(query).filter).toEqual({
      status: 'settled',
      category: 'travel',
      cardId: card,
      q: 'wong',
    })
  })
  it('searches from the third character on', () => {
    expect(filterOf({ q: 'wo' }).filter).toEqual({})
    expect(filterOf({ q: 'won' }).filter).toEqual({ q: 'won' })
  })
  it('ignores values that it does not know', () => {
    const query = { status: 'strange', month: '2026-13', category: 'x', card: '7' }
    expect(filterOf(query)).toMatchObject({ view: 'all', filter: {} })
  })
})

describe('the months to choose from', () => {
  it('are this month and the eleven before it, also of the last year', () => {
    const months = monthsBack('2026-02-03', undefined)
    expect(months).toHaveLength(12)
    expect([months[0], months[1], months[2], months.at(-1)]).toEqual([
      '2026-02',
      '2026-01',
      '2025-12',
      '2025-03',
    ])
  })
  it('include an older month that a link requests', () => {
    expect(monthsBack('2026-02-03', '2019-07').at(-1)).toBe('2019-07')
  })
})
