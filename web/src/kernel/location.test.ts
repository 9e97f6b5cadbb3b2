import { describe, expect, it } from 'vitest'
import type { RouteLine } from './route-line.ts'
import { finderOf, hrefOf, queryParamsOf } from './location.ts'

const page = Object.assign(() => null, { preload: () => Promise.resolve() })
const line = (path: RouteLine['path']): RouteLine => ({ path, area: 'cardholder', page })
const find = finderOf(
  ['/', '/cards/:id', '/cards/request', '/load/:orderId/of/:cardId'].map((path) =>
    line(path as RouteLine['path']),
  ),
)

describe('the table of pages', () => {
  it('finds a page by its whole path, with or without a slash at the end', () => {
    expect(find('/').line?.path).toBe('/')
    expect(find('/cards/7').line?.path).toBe('/cards/:id')
    expect(find('/cards/7/').line?.path).toBe('/cards/:id')
    expect(find('/Cards/7').line?.path).toBe('/cards/:id')
  })
  it('prefers a path without parameters, in any order of the table', () => {
    expect(find('/cards/request').line?.path).toBe('/cards/request')
  })
  it('decodes parameters', () => {
    expect(find('/load/a%20b%2Fc/of/100%25').params).toEqual({ orderId: 'a b/c', cardId: '100%' })
    expect(find('/cards/100%').params).toEqual({ id: '100%' })
  })
  it('finds no path that is not in the table', () => {
    for (const path of ['/cards', '/cards/', '/cards/7/more', '/nothing', '//', '/load/1/of/']) {
      expect(find(path), path).toEqual({ line: null, params: {} })
    }
  })
})

describe('an address', () => {
  it('contains the passed values and leaves out absent and empty ones', () => {
    expect(hrefOf('/transactions')).toBe('/transactions')
    expect(hrefOf('/transactions', { q: '', card: undefined })).toBe('/transactions')
    expect(hrefOf('/transactions', { month: '2026-11', q: 'a&b=ñ c' })).toBe(
      '/transactions?month=2026-11&q=a%26b%3D%C3%B1+c',
    )
    expect(hrefOf('/cards?kind=1', { open: '2' })).toBe('/cards?kind=1&open=2')
  })
  it('returns every value as its original text', () => {
    const query = { ref: '012345', on: 'true', q: 'a&b=ñ c', list: '[1]' }
    expect(queryParamsOf(new URL(hrefOf('/register', query), 'http://localhost').search)).toEqual(query)
  })
})
