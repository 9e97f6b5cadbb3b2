import { fieldCodes, fieldErrorMap } from '@cardamom/contract/field-errors'
import { register } from '@cardamom/contract/identity'
import { alongside } from '@cardamom/contract/identity/person-fields'
import type { z } from 'zod'
import { noTerms, type Registration } from './registration-draft.ts'
import { tooYoungUntil } from './birth-day.ts'

type Facts = { readonly timeZone: string; readonly countries: readonly string[] }
type Rules = z.ZodType<unknown, Registration>

/** The contract's rules, and the rules that depend on this host: age, country, accepted terms. */
export const registrationRules = ({ timeZone, countries }: Facts): Rules =>
  register.input.superRefine((values, issues) => {
    const wrong = (field: keyof Registration, message: string) =>
      issues.addIssue({ code: 'custom', path: [field], message })
    if (tooYoungUntil({ birthDate: values.birthDate, timeZone }) !== null) wrong('birthDate', 'must_be_adult')
    if (values.country && !countries.includes(values.country)) wrong('country', 'country_not_supported')
    if (values.termsVersion === noTerms) wrong('termsVersion', 'terms_not_accepted')
  }, alongside)

/** Names of the fields that break a rule. */
export const wrongFields = (rules: Rules, typed: Registration): string[] => {
  const { error } = rules.safeParse(typed, { error: fieldErrorMap })
  return error === undefined ? [] : Object.keys(fieldCodes(error))
}
