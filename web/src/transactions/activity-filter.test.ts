import { describe, expect, it } from 'vitest'
import { filterOf, monthsBack } from './activity-filter.ts'

const card = '00000000-0000-7000-8000-000000000010'

describe('the filter in the address', () => {
  it('is everything when nothing is said', () => {
    expect(filterOf({})).toMatchObject({ view: 'all', filter: {} })
  })
  it('takes a month as its first and last day', () => {
    expect(filterOf({ month: '2026-11' }).filter).toEqual({ from: '2026-11-01', to: '2026-11-30' })
    expect(filterOf({ month: '2024-02' }).filter).toEqual({ from: '2024-02-01', to: '2024-02-29' })
  })
  it('takes status, category, card and words together', () => {
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
  it('leaves out what it does not understand', () => {
    const query = { status: 'strange', month: '2026-13', category: 'x', card: '7' }
    expect(filterOf(query)).toMatchObject({ view: 'all', filter: {} })
  })
})

describe('the months to choose from', () => {
  it('are this one and the eleven before, across the year', () => {
    const months = monthsBack('2026-02-03', undefined)
    expect(months).toHaveLength(12)
    expect([months[0], months[1], months[2], months.at(-1)]).toEqual([
      '2026-02',
      '2026-01',
      '2025-12',
      '2025-03',
    ])
  })
  it('hold an older one that a link asks for', () => {
    expect(monthsBack('2026-02-03', '2019-07').at(-1)).toBe('2019-07')
  })
})
