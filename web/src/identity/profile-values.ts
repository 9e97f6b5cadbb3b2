import type { SentInputOf } from '@cardamom/contract/endpoint'
import type { updateMe } from '@cardamom/contract/identity'
import type { PersonValues } from './person-controls.tsx'
import type { Profile } from './use-profile.ts'

export type PersonField = keyof PersonValues

/** In the order of the page. */
export const personFields: readonly PersonField[] = [
  'firstName',
  'lastName',
  'birthDate',
  'gender',
  'country',
  'mobile',
  'street',
  'zip',
  'city',
  'state',
]

/** A record as typed values: the empty string means absent. */
export const valuesOf = (profile: Profile): PersonValues => {
  const entries = personFields.map((field) => [field, profile[field] ?? ''])
  return Object.fromEntries(entries) as PersonValues
}

/** Fields that differ, in the order of the page. */
export const changedFields = (a: PersonValues, b: PersonValues): PersonField[] =>
  personFields.filter((field) => a[field] !== b[field])

/** Body of the PATCH; the rules have accepted it. */
export const changesOf = (base: PersonValues, typed: PersonValues): SentInputOf<typeof updateMe> =>
  Object.fromEntries(changedFields(base, typed).map((field) => [field, typed[field]]))
