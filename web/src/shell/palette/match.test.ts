import { describe, expect, test } from 'vitest'
import { matching } from './match.ts'

const lines = [
  { id: 'activity', label: 'Movimientos', keywords: 'activity transactions' },
  { id: 'security', label: 'Seguridad', keywords: 'passkey llave código' },
  { id: 'load', label: 'Cargar una tarjeta' },
  { id: 'card', label: 'Virtual •• 4242', below: 'Tarjeta' },
]
const idsOf = (typed: string) => matching(lines, typed).map(({ id }) => id)

describe('matching', () => {
  test('an empty text matches every line, in the usual order', () => {
    expect(idsOf('  ')).toEqual(['activity', 'security', 'load', 'card'])
  })
  test('accents and capitals do not matter, on either side', () => {
    expect(idsOf('CODIGO')).toEqual(['security'])
    expect(idsOf('séguridad')).toEqual(['security'])
  })
  test('every word has to be there, in any order and any part of the line', () => {
    expect(idsOf('4242 tarjeta')).toEqual(['card'])
    expect(idsOf('tarjeta cuenta')).toEqual([])
  })
  test('lines that start with the typed text come first', () => {
    expect(idsOf('tarjeta')).toEqual(['load', 'card'])
    expect(idsOf('vi')).toEqual(['card', 'activity'])
  })
  test('characters of a search language have no special meaning', () => {
    expect(idsOf('(.*')).toEqual([])
    expect(idsOf('••')).toEqual(['card'])
  })
})
