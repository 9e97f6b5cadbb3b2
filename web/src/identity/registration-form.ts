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

/** Values typed in this tab before, else empty values; the code of a link wins over an older one. */
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
  /**
   * The first step with an error; `review` when the steps before it have none. The password does not count
   * here.
   */
  readonly openStep: () => Step
  /** The password was lost by a reload or is not valid, so the review requests it. */
  readonly lacksPassword: () => boolean
}

const passwordFields: readonly string[] = ['password', 'confirmation']
const optionalFields: readonly string[] = ['code', 'gender', 'state']

type WrongFields = (typed: Registration) => readonly string[]

/** Missing fields: all that is known before the rules are loaded. */
const missingFields: WrongFields = (typed) =>
  Object.entries(typed)
    .filter(([field, value]) => !optionalFields.includes(field) && (value === '' || value === noTerms))
    .map(([field]) => field)

/** Loads the rules after the page is drawn; from then on they tell which fields are wrong. */
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
    // When the rules cannot be loaded, the server's answer names the errors.
    read().catch(() => undefined)
  }, [schema])
  return { schema, wrongFields }
}

/** The form of all four steps; it saves typed values in this tab. */
export const useRegistrationForm = (codeOfLink: string): RegistrationForm => {
  const likely = useLikelyCountry()
  const { schema, wrongFields } = useRules()
  const [defaultValues] = useState(() => startValues({ code: codeOfLink, likely }))
  const form = useContractForm<Registration>({ schema, defaultValues, confirmsLeaving: false })
  const { subscribe } = form
  // Only typed values are saved; opening the page saves nothing.
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(values) }),
    [subscribe],
  )
  const allWrong = (): string[] => {
    // A field that the server refused stays wrong until it is changed.
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

/** The fields that a profile has too, as a form of their own. */
export const personPart = (form: RegistrationForm): PersonForm => form as PersonForm
