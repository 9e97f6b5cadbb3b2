import { expect, it } from 'vitest'
import { rowChanges, withChanges } from './live-rows.ts'

const rows = (ids: string) => ids.split('').map((id) => ({ id, status: 'before' }))
const reading = (ids: string, isWhole = false) => ({ rows: rows(ids), isWhole })

it('rows before and between the shown ones are new', () => {
  expect(rowChanges(rows('def'), reading('abdcef'), true)).toEqual({ added: ['a', 'b', 'c'], left: [] })
  expect(rowChanges(rows('de'), reading('abc'), true).added).toEqual(['a', 'b', 'c'])
})

it('rows after the last shown one are new only where the list has no more pages', () => {
  expect(rowChanges(rows('ab'), reading('abcd'), true).added).toEqual([])
  expect(rowChanges(rows('ab'), reading('abcd', true), false).added).toEqual(['c', 'd'])
})

it('a shown row that the reading passes by has left, and one after its end is unknown', () => {
  expect(rowChanges(rows('abcde'), reading('ac'), true).left).toEqual(['b'])
  expect(rowChanges(rows('abc'), reading('a', true), false).left).toEqual(['b', 'c'])
  expect(rowChanges(rows('abc'), reading('', true), false).left).toEqual(['a', 'b', 'c'])
})

it('a row that only has another place is neither new nor gone', () => {
  expect(rowChanges(rows('abc'), reading('cab', true), false)).toEqual({ added: [], left: [] })
})

it('changed rows stay in their places', () => {
  const changed = [
    { id: 'c', status: 'after' },
    { id: 'x', status: 'after' },
  ]
  expect(withChanges(rows('abc'), changed)).toEqual([...rows('ab'), { id: 'c', status: 'after' }])
})
