import { expect, test } from 'vitest'
import { brandOf } from '@cardamom/contract/companies/brand-colour'
import { brandName, houseId, isWithin, originOf, positionBelow, readHost } from './company.ts'

test.each([
  ['localhost:4000', 'localhost', { kind: 'platform' }],
  ['127.0.0.1:4000', 'localhost', { kind: 'platform' }],
  ['[::1]:4000', 'localhost', { kind: 'platform' }],
  ['norte.localhost:4000', 'localhost', { kind: 'slug', slug: 'norte' }],
  ['NORTE.localhost.', 'localhost', { kind: 'slug', slug: 'norte' }],
  ['no.localhost', 'localhost', { kind: 'platform' }],
  ['a.b.localhost', 'localhost', { kind: 'platform' }],
  ['cards.example.com', 'cards.example.com', { kind: 'platform' }],
  ['norte.cards.example.com', 'cards.example.com', { kind: 'slug', slug: 'norte' }],
  ['pay.norte.pe', 'cards.example.com', { kind: 'domain', domain: 'pay.norte.pe' }],
  ['evilcards.example.com', 'cards.example.com', { kind: 'domain', domain: 'evilcards.example.com' }],
  ['', 'localhost', { kind: 'platform' }],
])('the host %j of %s names %j', (host, platformHost, named) => {
  expect(readHost({ host, platformHost })).toEqual(named)
})

const company = { id: 'c', slug: 'norte', domain: null }

test('a company’s pages are at its own domain, else at a subdomain of the platform; House’s are at the platform', () => {
  const local = { PUBLIC_URL: 'http://localhost:4000' }
  const live = { PUBLIC_URL: 'https://cards.example.com' }
  expect(originOf(company, local)).toBe('http://norte.localhost:4000')
  expect(originOf(company, live)).toBe('https://norte.cards.example.com')
  expect(originOf({ ...company, domain: 'pay.norte.pe' }, live)).toBe('https://pay.norte.pe')
  expect(originOf({ ...company, id: houseId }, live)).toBe('https://cards.example.com')
})

test('people of House see the product’s name', () => {
  expect(brandName({ id: houseId, name: 'House' })).toBe('Cardamom')
  expect(brandName({ id: 'c', name: 'Norte' })).toBe('Norte')
})

test('a company is one tier below its parent, and tier 4 has no children', () => {
  expect(positionBelow(null, 'a')).toMatchObject({ value: { tier: 1, path: ['a'] } })
  expect(positionBelow({ tier: 3, path: ['a', 'b', 'c'] }, 'd')).toMatchObject({
    value: { tier: 4, path: ['a', 'b', 'c', 'd'] },
  })
  expect(positionBelow({ tier: 4, path: ['a', 'b', 'c', 'd'] }, 'e')).toMatchObject({ accepted: false })
})

test('a company is within itself and its ancestors', () => {
  expect(isWithin({ path: ['a', 'b'] }, 'b')).toBe(true)
  expect(isWithin({ path: ['a', 'b'] }, 'a')).toBe(true)
  expect(isWithin({ path: ['a'] }, 'b')).toBe(false)
})

test.each([
  // Figures of the OKLCH definition; chroma is capped at 0.2.
  ['#000000', { hue: 0, chroma: 0 }],
  ['#808080', { hue: 0, chroma: 0 }],
  ['#ff0000', { hue: 29.2, chroma: 0.2 }],
  ['#0000FF', { hue: 264.1, chroma: 0.2 }],
  ['#00ff00', { hue: 142.5, chroma: 0.2 }],
  ['#ffc0cb', { hue: 7.1, chroma: 0.073 }],
])('the brand of %s is %j', (hex, brand) => {
  const found = brandOf(hex)
  expect(found.hue).toBeCloseTo(brand.hue, 0)
  expect(found.chroma).toBeCloseTo(brand.chroma, 2)
})

test.each(['red', '#fff', '#12345g', '', `#123456'; --`])('%j is not a colour', (hex) => {
  expect(() => brandOf(hex)).toThrow(RangeError)
})
