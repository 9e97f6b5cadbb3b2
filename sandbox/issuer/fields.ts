import { toCents, toRate } from './money.ts'
import { invalid } from './refusal.ts'

/** Reads a request's body or query field by field; a wrong field refuses the call with the field's name. */
export type Fields = {
  readonly has: (name: string) => boolean
  readonly text: (name: string, maxLength?: number) => string | undefined
  readonly needText: (name: string, maxLength?: number) => string
  readonly oneOf: <const T extends string>(name: string, values: readonly T[]) => T | undefined
  readonly flag: (name: string) => boolean | undefined
  readonly number: (name: string, bounds: { from: number; to: number }) => number | undefined
  readonly cents: (name: string) => bigint | undefined
  readonly rate: (name: string) => bigint | undefined
  readonly instant: (name: string) => Date | undefined
  readonly texts: (name: string) => readonly string[] | undefined
  readonly object: (name: string) => Readonly<Record<string, unknown>> | undefined
  readonly fields: (name: string) => Fields
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Readers over one object. `where` is put before the names in messages. */
export const fieldsOf = (source: unknown, where = ''): Fields => {
  const values = isObject(source) ? source : {}
  const valueOf = (name: string) => {
    const value = values[name]
    return value === null || value === '' ? undefined : value
  }
  const wrong = (name: string, wanted: string) => invalid(`${where}${name} must be ${wanted}`)
  const read = <T>(name: string, wanted: string, parse: (value: unknown) => T | null): T | undefined => {
    const value = valueOf(name)
    if (value === undefined) return undefined
    const parsed = parse(value)
    if (parsed === null) throw wrong(name, wanted)
    return parsed
  }
  const fields: Fields = {
    has: (name) => values[name] !== undefined,
    text: (name, maxLength = 140) =>
      read(name, `a string of at most ${maxLength} characters`, (value) =>
        typeof value === 'string' && value.length <= maxLength ? value : null,
      ),
    needText: (name, maxLength) => {
      const value = fields.text(name, maxLength)
      if (value === undefined) throw invalid(`${where}${name} is required`)
      return value
    },
    oneOf: (name, allowed) =>
      read(name, `one of ${allowed.join(', ')}`, (value) => allowed.find((each) => each === value) ?? null),
    flag: (name) => read(name, 'true or false', (value) => (typeof value === 'boolean' ? value : null)),
    number: (name, { from, to }) =>
      read(name, `a whole number from ${from} to ${to}`, (value) => {
        const number = Number(value)
        return Number.isInteger(number) && number >= from && number <= to ? number : null
      }),
    cents: (name) => read(name, 'a decimal string with at most two decimals', toCents),
    rate: (name) => read(name, 'a positive decimal string with at most eight decimals', toRate),
    instant: (name) =>
      read(name, 'an ISO 8601 instant', (value) => {
        const instant = new Date(String(value))
        return Number.isNaN(instant.getTime()) ? null : instant
      }),
    texts: (name) =>
      read(name, 'a list of strings', (value) =>
        Array.isArray(value) && value.every((each) => typeof each === 'string') ? (value as string[]) : null,
      ),
    object: (name) => read(name, 'an object', (value) => (isObject(value) ? value : null)),
    fields: (name) => fieldsOf(fields.object(name) ?? {}, `${where}${name}.`),
  }
  return fields
}
