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
const nobody: PersonValues = {
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

test('a field that two people changed is to be chosen; one that another changed is taken over', () => {
  const mine = { ...rosa, city: 'Arequipa', street: 'Calle Real 5' }
  const theirs = { ...rosa, city: 'Cusco', state: 'Cusco' }
  expect(conflictOf({ base: rosa, mine, theirs }, changedFields)).toMatchObject({
    both: ['city'],
    taken: ['state'],
  })
})

test('the same change in two places is no conflict, nor is a version that moved alone', () => {
  const moved = { ...rosa, city: 'Cusco' }
  for (const theirs of [moved, rosa]) {
    const found = conflictOf({ base: rosa, mine: moved, theirs }, changedFields)
    expect(found).toMatchObject({ both: [], taken: [] })
  }
})

test('what was given cannot be taken away; what was never given may stay away', () => {
  expect(wrongIn({ base: rosa, typed: { ...rosa, city: '' } })).toEqual({ city: ['required'] })
  expect(wrongIn({ base: rosa, typed: { ...rosa, gender: 'female', state: '' } })).toEqual({})
  expect(wrongIn({ base: nobody, typed: nobody })).toEqual({})
})

test('what is given for the first time has to be right', () => {
  expect(wrongIn({ base: nobody, typed: { ...nobody, mobile: '12', country: 'PE', zip: 'ABC' } })).toEqual({
    mobile: ['mobile_invalid'],
    zip: ['zip_invalid'],
  })
})

test('a country that is not offered and a child are refused where they are typed', () => {
  expect(wrongIn({ base: rosa, typed: { ...rosa, country: 'FR', zip: '75001' } })).toEqual({
    country: ['country_not_supported'],
  })
  expect(wrongIn({ base: rosa, typed: { ...rosa, birthDate: '2020-01-01' } })).toEqual({
    birthDate: ['must_be_adult'],
  })
})
