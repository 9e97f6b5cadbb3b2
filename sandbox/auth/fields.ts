import { invalidRequest } from './refusal.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a request's body or query field by field; a wrong field refuses the call with the field's name. */
export type Fields = {
  readonly text: (name: string, maxLength?: number) => string | undefined
  readonly needText: (name: string, maxLength?: number) => string
  readonly flag: (name: string) => boolean | undefined
  readonly number: (name: string) => number | undefined
  readonly object: (name: string) => Readonly<Record<string, unknown>> | undefined
}

/** Readers over one object; null and missing are the same. */
export const fieldsOf = (source: unknown): Fields => {
  const values = isObject(source) ? source : {}
  const read = <T>(name: string, wanted: string, fits: (value: unknown) => value is T): T | undefined => {
    const value = values[name] ?? undefined
    if (value === undefined) return undefined
    if (!fits(value)) throw invalidRequest(`${name} must be ${wanted}.`)
    return value
  }
  const fields: Fields = {
    text: (name, maxLength = 500) =>
      read(
        name,
        `a string of 1 to ${maxLength} characters`,
        (value): value is string => typeof value === 'string' && value !== '' && value.length <= maxLength,
      ),
    needText: (name, maxLength) => {
      const value = fields.text(name, maxLength)
      if (value === undefined) throw invalidRequest(`${name} is required.`)
      return value
    },
    flag: (name) => read(name, 'true or false', (value): value is boolean => typeof value === 'boolean'),
    number: (name) => read(name, 'a number', (value): value is number => Number.isFinite(value)),
    object: (name) => read(name, 'an object', isObject),
  }
  return fields
}

const actionCode = /^[a-zA-Z0-9_-]{1,64}$/

/** The code of an action, or a refusal. */
export const checkActionCode = (code: string): string => {
  if (!actionCode.test(code)) {
    throw invalidRequest('action must be 1 to 64 letters, digits, underscores or hyphens.')
  }
  return code
}

/** Lower-case and trimmed, or a refusal. */
export const needEmail = (fields: Fields): string => {
  const email = fields.needText('email', 254).trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw invalidRequest('email is not a valid e-mail address.')
  return email
}

/** E.164, or a refusal. */
export const needPhoneNumber = (fields: Fields): string => {
  const phoneNumber = fields.needText('phoneNumber', 20).replace(/[\s()-]/g, '')
  if (!/^\+[1-9]\d{6,14}$/.test(phoneNumber)) {
    throw invalidRequest('phoneNumber is not a valid number in E.164 format.')
  }
  return phoneNumber
}
