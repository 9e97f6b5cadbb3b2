import { useEffect, useMemo, useState } from 'react'
import { useBranding } from '../kernel/branding.ts'
import { useContractForm, type ContractForm } from '../ui/form.tsx'
import { useCountries, useLikelyCountry, type PersonForm } from './person-controls.tsx'
import { saveDraft, noTerms, readDraft, type Registration } from './registration-draft.ts'

export const steps = ['account', 'you', 'address', 'review'] as const
export type Step = (typeof steps)[number]

export const fieldsOf: Readonly<Record<Step, readonly (keyof Registration)[]>> = {
  account: ['email', 'password', 'confirmation', 'code'],
  you: ['firstName', 'lastName', 'birthDate', 'gender', 'country', 'mobile'],
  address: ['street', 'city', 'state', 'zip'],
  review: ['termsVersion'],
}

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
const optionalFields: readonly string[] = ['code', 'gender', 'state']

type WrongFields = (typed: Registration) => readonly string[]

/** What is missing in any case: all that can be said until the rules have come. */
const missingFields: WrongFields = (typed) =>
  Object.entries(typed)
    .filter(([field, value]) => !optionalFields.includes(field) && (value === '' || value === noTerms))
    .map(([field]) => field)

/** The rules are fetched when the page has drawn; they say which fields are wrong as soon as they are there. */
const useRules = () => {
  const { timeZone } = useBranding()
  const countries = useCountries()
  const [wrongFields, setWrongFields] = useState<WrongFields>(() => missingFields)
  const schema = useMemo(
    () => async () => (await import('./registration-rules.ts')).registrationRules({ timeZone, countries }),
    [timeZone, countries],
  )
  useEffect(() => {
    const read = async () => {
      const [rules, found] = await Promise.all([schema(), import('./registration-rules.ts')])
      setWrongFields(() => (typed: Registration) => found.wrongFields(rules, typed))
    }
    // Where they cannot be had, the server's answer says what is wrong.
    read().catch(() => undefined)
  }, [schema])
  return { schema, wrongFields }
}

/** The form of all four steps, which saves what is typed in this tab. */
export const useRegistrationForm = (codeOfLink: string): RegistrationForm => {
  const likely = useLikelyCountry()
  const { schema, wrongFields } = useRules()
  const [defaultValues] = useState(() => startValues({ code: codeOfLink, likely }))
  const form = useContractForm<Registration>({ schema, defaultValues, asksBeforeLeaving: false })
  const { subscribe } = form
  // What is saved is what was typed: the page alone saves nothing.
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(values) }),
    [subscribe],
  )
  const allWrong = (): string[] => {
    // What the server refused stays wrong until it is changed.
    const byServer = Object.entries(form.formState.errors).filter(([, { type }]) => type === 'server')
    return [...wrongFields(form.getValues()), ...byServer.map(([field]) => field)]
  }
  const openStep = (): Step => {
    const wrong = allWrong().filter((field) => !passwordFields.includes(field))
    return steps.find((step) => fieldsOf[step].some((field) => wrong.includes(field))) ?? 'review'
  }
  const lacksPassword = () => allWrong().some((field) => passwordFields.includes(field))
  return { ...form, openStep, lacksPassword }
}

/** The part of the form that a profile has too. It reads and writes no other field. */
export const personPart = (form: RegistrationForm): PersonForm => form as PersonForm
