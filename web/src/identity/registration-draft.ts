import type { register } from '@cardamom/contract/identity'
import type { SentInputOf } from '@cardamom/contract/endpoint'

/** What the form holds: exactly what is sent. */
export type Registration = SentInputOf<typeof register>

/** Means "not accepted": versions of the terms start at 1. */
export const noTerms = 0

const storedFields = [
  'email',
  'code',
  'firstName',
  'lastName',
  'birthDate',
  'gender',
  'mobile',
  'country',
  'street',
  'city',
  'state',
  'zip',
] as const satisfies readonly (keyof Registration)[]
export type Draft = { readonly [K in (typeof storedFields)[number]]?: string }
/** An account whose e-mail is not confirmed yet. */
export type RegisteredPerson = { readonly email: string; readonly companyName: string }

const draftKey = 'cardamom-registration'
const registeredKey = 'cardamom-registered'

const readTexts = (key: string): Readonly<Record<string, string>> => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    const entries = Object.entries(value ?? {}).filter(([, text]) => typeof text === 'string')
    return Object.fromEntries(entries) as Record<string, string>
  } catch {
    return {}
  }
}

/** Values that were typed in this tab, also in an older version of the form; never a password. */
export const readDraft = (): Draft => {
  const texts = readTexts(draftKey)
  return Object.fromEntries(storedFields.flatMap((field) => (texts[field] ? [[field, texts[field]]] : [])))
}

export const saveDraft = (values: Partial<Registration>): void => {
  const texts = storedFields
    .map((field) => [field, values[field] ?? ''] as const)
    .filter(([, text]) => text !== '')
  sessionStorage.setItem(draftKey, JSON.stringify(Object.fromEntries(texts)))
}

/** The account exists, so only the address of its mail is saved from now on. */
export const recordRegistered = (registered: RegisteredPerson): void => {
  sessionStorage.removeItem(draftKey)
  sessionStorage.setItem(registeredKey, JSON.stringify(registered))
}

export const readRegistered = (): RegisteredPerson | null => {
  const { email, companyName } = readTexts(registeredKey)
  return email === undefined ? null : { email, companyName: companyName ?? '' }
}
