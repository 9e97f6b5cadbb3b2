import { expect, test } from 'vitest'
import { readDomain } from './company-domain.ts'

test.each([
  ['Pay.Norte.PE', 'pay.norte.pe'],
  ['ñandú.example', 'xn--and-6ma2c.example'],
  ['pay.norte.pe.', 'pay.norte.pe'],
])('the domain %s is %s', (typed, host) => {
  expect(readDomain(typed, 'cards.example.com')).toMatchObject({ accepted: true, value: host })
})

test.each(['norte', '127.0.0.1', '-a.example', 'a..example', 'a b.example', '', 'x.1'])(
  '%j is no domain',
  (typed) => {
    expect(readDomain(typed, 'cards.example.com')).toMatchObject({ accepted: false, code: 'validation' })
  },
)

test.each([
  'cards.example.com',
  'norte.cards.example.com',
  'CARDS.example.com',
  'a.localhost',
  'db.internal',
])('%s belongs to the platform', (typed) => {
  expect(readDomain(typed, 'cards.example.com')).toMatchObject({ code: 'domain_not_possible' })
})
