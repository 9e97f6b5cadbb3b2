import { fieldErrorMap } from '@cardamom/contract/field-errors'
import {
  alongside,
  changedPersonFields,
  checkZip,
  requiredPersonFields,
} from '@cardamom/contract/identity/person-fields'
import { z } from 'zod'
import type { PersonValues } from './person-controls.tsx'
import { personFields, type PersonField } from './profile-values.ts'
import { tooYoungUntil } from './birth-day.ts'

/** A rule that accepts the empty string, because people created by an administrator may have no value. */
const unlessEmpty = (rule: z.ZodType): z.ZodType =>
  z.string().superRefine((text, issues) => {
    if (text === '') return
    const { error } = rule.safeParse(text, { error: fieldErrorMap })
    for (const { message } of error?.issues ?? []) issues.addIssue({ code: 'custom', message })
  })

/** The contract's rules; an absent value may stay absent, but an existing value cannot be removed. */
export const profileRules = ({
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
