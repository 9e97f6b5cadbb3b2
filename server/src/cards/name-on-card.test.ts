import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chosenName, nameOnCard } from './name-on-card.ts'

const on = (firstName: string, lastName: string) => nameOnCard({ firstName, lastName })

test('a name is embossed in capitals without accents', () => {
  expect(on('Lucía', 'Ferrer')).toBe('LUCIA FERRER')
  expect(on('José María', 'Ñíguez Peña')).toBe('JOSE MARIA NIGUEZ PENA')
  expect(on('Søren', 'Łukasz-Weiß')).toBe('SOREN LUKASZ WEISS')
  expect(on("D'Arcy", 'O’Neill')).toBe('DARCY ONEILL')
})

test('a long name is shortened to the first name and the last names, then cut', () => {
  expect(on('Maximiliano', 'Fernandez Cruz')).toBe('MAXIMILIANO FERNANDEZ CRUZ')
  expect(on('María Guadalupe', 'Villanueva Ocampo')).toBe('MARIA VILLANUEVA OCAMPO')
  expect(on('Bartholomew', 'Featherstonehaugh Price')).toBe('B FEATHERSTONEHAUGH PRICE')
  expect(on('A', 'Featherstonehaughcholmondeley')).toBe('A FEATHERSTONEHAUGHCHOLMON')
})

test('a name without embossable letters becomes CARD HOLDER', () => {
  expect(on('张', '伟')).toBe('CARD HOLDER')
  expect(on('É', '')).toBe('CARD HOLDER')
})

test('every embossed name fits on the card', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (first, last) => {
      expect(on(first, last)).toMatch(/^[A-Z][A-Z ]{0,24}[A-Z]$/)
    }),
  )
})

test('a chosen name has own names or their first letters, and a last name', () => {
  const person = { firstName: 'Lucía María', lastName: 'Ferrer Núñez' }
  expect(chosenName('lucía ferrer', person)).toBe('LUCIA FERRER')
  expect(chosenName('L. M. Núñez', person)).toBe('L M NUNEZ')
  expect(chosenName('Lucia', person)).toBeNull()
  expect(chosenName('Ana Ferrer', person)).toBeNull()
  expect(chosenName('X Ferrer', person)).toBeNull()
  expect(chosenName('Lucia Maria Ferrer Ferrer Nunez', person)).toBeNull()
  expect(chosenName('', person)).toBeNull()
})
