import { fieldCodes, fieldErrorMap } from '@cardamom/contract/field-errors'
import { register } from '@cardamom/contract/identity'
import { alongside } from '@cardamom/contract/identity/person-fields'
import { useEffect, useMemo, useState } from 'react'
import type { z } from 'zod'
import { useFace } from '../kernel/face.ts'
import { useContractForm, type ContractForm } from '../ui/form.tsx'
import { tooYoungUntil } from './adult-age.ts'
import { useCountries, useLikelyCountry, type PersonForm } from './person-controls.tsx'
import { keepDraft, readDraft, type Registration } from './registration-draft.ts'

export const steps = ['account', 'you', 'address', 'review'] as const
export type Step = (typeof steps)[number]

export const fieldsOf: Readonly<Record<Step, readonly (keyof Registration)[]>> = {
  account: ['email', 'password', 'confirmation', 'code'],
  you: ['firstName', 'lastName', 'birthDate', 'gender', 'country', 'mobile'],
  address: ['street', 'city', 'state', 'zip'],
  review: ['termsVersion'],
}

/** Stands for "not accepted": versions of the terms begin at 1. */
export const noTerms = 0

type Facts = { readonly timeZone: string; readonly countries: readonly string[] }

/** The contract's rules, and those that the server knows by this host: age, country, accepted terms. */
const schemaOf = ({ timeZone, countries }: Facts): z.ZodType<unknown, Registration> =>
  register.input.superRefine((values, issues) => {
    const wrong = (field: keyof Registration, message: string) =>
      issues.addIssue({ code: 'custom', path: [field], message })
    if (tooYoungUntil({ birthDate: values.birthDate, timeZone }) !== null) wrong('birthDate', 'must_be_adult')
    if (values.country && !countries.includes(values.country)) wrong('country', 'country_not_supported')
    if (values.termsVersion === noTerms) wrong('termsVersion', 'terms_not_accepted')
  }, alongside)

/** What was typed here before, else nothing; a code of the link wins over an older one. */
const startValues = ({ code, likely }: { code: string; likely: string | null }): Registration => {
  const draft = readDraft()
  return {
    email: '',
    firstName: '',
    lastName: '',
    birthDate: '',
    mobile: '',
    street: '',
    zip: '',
    city: '',
    state: '',
    ...draft,
    gender: (draft.gender ?? '') as Exclude<Registration['gender'], undefined>,
    country: draft.country ?? likely ?? '',
    code: code === '' ? (draft.code ?? '') : code,
    password: '',
    confirmation: '',
    termsVersion: noTerms,
  }
}

export type RegistrationForm = ContractForm<Registration> & {
  /** The first step that is not right yet; `review` when all before it are. The password does not count here. */
  readonly openStep: () => Step
  /** A reload lost the password, or it is not right: the review asks for it. */
  readonly lacksPassword: () => boolean
}

const passwordFields: readonly string[] = ['password', 'confirmation']

/** The form of all four steps, which keeps what is typed in this tab. */
export const useRegistrationForm = (codeOfLink: string): RegistrationForm => {
  const { timeZone } = useFace()
  const countries = useCountries()
  const likely = useLikelyCountry()
  const schema = useMemo(() => schemaOf({ timeZone, countries }), [timeZone, countries])
  const [defaultValues] = useState(() => startValues({ code: codeOfLink, likely }))
  const form = useContractForm<Registration>({ schema, defaultValues })
  const typed = form.watch()
  const [atFirst] = useState(typed)
  useEffect(() => {
    // What is kept is what was typed: the page alone keeps nothing.
    if (typed !== atFirst) keepDraft(typed)
  }, [typed, atFirst])
  const wrongFields = (): string[] => {
    const result = schema.safeParse(form.getValues(), { error: fieldErrorMap })
    const byRule = result.success ? [] : Object.keys(fieldCodes(result.error))
    // What the server refused stays wrong until it is changed.
    const byServer = Object.entries(form.formState.errors).filter(([, { type }]) => type === 'server')
    return [...byRule, ...byServer.map(([field]) => field)]
  }
  const openStep = (): Step => {
    const wrong = wrongFields().filter((field) => !passwordFields.includes(field))
    return steps.find((step) => fieldsOf[step].some((field) => wrong.includes(field))) ?? 'review'
  }
  const lacksPassword = () => wrongFields().some((field) => passwordFields.includes(field))
  return { ...form, openStep, lacksPassword }
}

/** The part of the form that a profile has too. It reads and writes no other field. */
export const personPart = (form: RegistrationForm): PersonForm => form as PersonForm
