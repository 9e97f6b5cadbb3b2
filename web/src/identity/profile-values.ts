import type { SentInputOf } from '@cardamom/contract/endpoint'
import { fieldErrorMap } from '@cardamom/contract/field-errors'
import type { updateMe } from '@cardamom/contract/identity'
import {
  alongside,
  changedPersonFields,
  checkZip,
  requiredPersonFields,
} from '@cardamom/contract/identity/person-fields'
import { z } from 'zod'
import { tooYoungUntil } from './adult-age.ts'
import type { PersonValues } from './person-controls.tsx'
import type { Profile } from './use-profile.ts'

export type PersonField = keyof PersonValues

/** In the order in which they stand on the page. */
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

/** A record as it is typed: absent is the empty string. */
export const valuesOf = (profile: Profile): PersonValues => {
  const entries = personFields.map((field) => [field, profile[field] ?? ''])
  return Object.fromEntries(entries) as PersonValues
}

/** Fields that differ, in the order of the page. */
export const changedFields = (a: PersonValues, b: PersonValues): PersonField[] =>
  personFields.filter((field) => a[field] !== b[field])

/** Exactly what a PATCH sends; the schema has passed it. */
export const changesOf = (base: PersonValues, typed: PersonValues): SentInputOf<typeof updateMe> =>
  Object.fromEntries(changedFields(base, typed).map((field) => [field, typed[field]]))

/** A rule that the empty string passes: whoever was made by an administrator never gave it. */
const unlessEmpty = (rule: z.ZodType): z.ZodType =>
  z.string().superRefine((text, issues) => {
    if (text === '') return
    const { error } = rule.safeParse(text, { error: fieldErrorMap })
    for (const { message } of error?.issues ?? []) issues.addIssue({ code: 'custom', message })
  })

/** The contract's rules; what was absent may stay absent, what was given may not be taken away. */
export const profileSchema = ({
  base,
  timeZone,
  countries,
}: {
  base: PersonValues
  timeZone: string
  countries: readonly string[]
}): z.ZodType<unknown, PersonValues> => {
  const rules = { ...requiredPersonFields, ...changedPersonFields }
  const fields = personFields.map((field): [string, z.ZodType] => [
    field,
    base[field] === '' ? unlessEmpty(rules[field]) : rules[field],
  ])
  const schema = z.object(Object.fromEntries(fields)) as unknown as z.ZodType<PersonValues, PersonValues>
  return schema.superRefine(checkZip, alongside).superRefine(({ birthDate, country }, issues) => {
    const wrong = (field: PersonField, message: string) =>
      issues.addIssue({ code: 'custom', path: [field], message })
    if (tooYoungUntil({ birthDate, timeZone }) !== null) wrong('birthDate', 'must_be_adult')
    if (country && !countries.includes(country)) wrong('country', 'country_not_supported')
  }, alongside)
}
