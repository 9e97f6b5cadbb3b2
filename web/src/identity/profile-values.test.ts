import { fieldCodes, fieldErrorMap } from '@cardamom/contract/field-errors'
import { expect, test } from 'vitest'
import type { PersonValues } from './person-controls.tsx'
import { conflictOf } from '../kernel/conflict.ts'
import { profileRules } from './profile-rules.ts'
import { changedFields, changesOf } from './profile-values.ts'

const rosa: PersonValues = {
  firstName: 'Rosa',
  lastName: 'Núñez Vega',
  birthDate: '1988-02-09',
  gender: '',
  mobile: '+51987654321',
  street: 'Av. Larco 1301',
  zip: '15074',
  city: 'Lima',
  state: '',
  country: 'PE',
}
const emptyPerson: PersonValues = {
  ...Object.fromEntries(Object.keys(rosa).map((field) => [field, ''])),
  firstName: 'Ada',
  lastName: 'Admin',
} as PersonValues

const wrongIn = ({ base, typed }: { base: PersonValues; typed: PersonValues }) => {
  const schema = profileRules({ base, timeZone: 'America/Lima', countries: ['PE', 'ES'] })
  const result = schema.safeParse(typed, { error: fieldErrorMap })
  return result.success ? {} : fieldCodes(result.error)
}

test('a PATCH holds the fields that changed, and only those', () => {
  expect(changesOf(rosa, { ...rosa, city: 'Cusco', state: 'Cusco' })).toEqual({
    city: 'Cusco',
    state: 'Cusco',
  })
  expect(changesOf(rosa, rosa)).toEqual({})
})

test('a field that two people changed needs a choice; one that only the other changed is adopted', () => {
  const mine = { ...rosa, city: 'Arequipa', street: 'Calle Real 5' }
  const theirs = { ...rosa, city: 'Cusco', state: 'Cusco' }
  expect(conflictOf({ base: rosa, mine, theirs }, changedFields)).toMatchObject({
    both: ['city'],
    adopted: ['state'],
  })
})

test('the same change on both sides is no conflict, and neither is a new version without a change', () => {
  const changed = { ...rosa, city: 'Cusco' }
  for (const theirs of [changed, rosa]) {
    const found = conflictOf({ base: rosa, mine: changed, theirs }, changedFields)
    expect(found).toMatchObject({ both: [], adopted: [] })
  }
})

test('an existing value cannot be removed; an absent value may stay absent', () => {
  expect(wrongIn({ base: rosa, typed: { ...rosa, city: '' } })).toEqual({ city: ['required'] })
  expect(wrongIn({ base: rosa, typed: { ...rosa, gender: 'female', state: '' } })).toEqual({})
  expect(wrongIn({ base: emptyPerson, typed: emptyPerson })).toEqual({})
})

test('a new value must be valid', () => {
  expect(
    wrongIn({ base: emptyPerson, typed: { ...emptyPerson, mobile: '12', country: 'PE', zip: 'ABC' } }),
  ).toEqual({
    mobile: ['mobile_invalid'],
    zip: ['zip_invalid'],
  })
})

test('a country that is not offered and an age under 18 are refused at their fields', () => {
  expect(wrongIn({ base: rosa, typed: { ...rosa, country: 'FR', zip: '75001' } })).toEqual({
    country: ['country_not_supported'],
  })
  expect(wrongIn({ base: rosa, typed: { ...rosa, birthDate: '2020-01-01' } })).toEqual({
    birthDate: ['must_be_adult'],
  })
})
