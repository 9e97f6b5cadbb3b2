import type { z } from 'zod'

/**
 * Stable codes of field errors; the texts are in the catalogue under `fields.<code>`. A schema names the code
 * of its own rule (`z.string().min(6, { error: 'password_too_short' })`); this map assigns codes to zod's
 * rules, so that people never see an English sentence of the library (api §10).
 */
const formats: Readonly<Record<string, string>> = {
  email: 'email_invalid',
  date: 'date_invalid',
  datetime: 'date_invalid',
  time: 'date_invalid',
}

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]

const isMissing = (input: unknown) => input === undefined || input === null || input === ''

const sizeCode = (issue: RawIssue, codes: { text: string; other: string }): string =>
  issue['origin'] === 'string' || issue['origin'] === 'array' ? codes.text : codes.other

const codeOf = (issue: RawIssue): string => {
  if (isMissing(issue.input) && issue.code !== 'custom') return 'required'
  switch (issue.code) {
    case 'too_small':
      return sizeCode(issue, { text: 'too_short', other: 'too_small' })
    case 'too_big':
      return sizeCode(issue, { text: 'too_long', other: 'too_big' })
    case 'invalid_format':
      return formats[String(issue['format'])] ?? 'invalid'
    case 'unrecognized_keys':
      return 'unknown_field'
    default:
      return 'invalid'
  }
}

/**
 * Error map for parsing people's input, in web and server: `schema.safeParse(sent, { error: fieldErrorMap
 * })`. The code of a rule wins over this map.
 */
export const fieldErrorMap: z.core.$ZodErrorMap = (issue) => codeOf(issue)

/** Codes of a failed parse, by dotted field name: `{ 'address.city': ['required'] }`. */
export const fieldCodes = (error: z.ZodError): Record<string, string[]> => {
  const fields: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const codes = (fields[issue.path.join('.') || 'body'] ??= [])
    if (!codes.includes(issue.message)) codes.push(issue.message)
  }
  return fields
}
