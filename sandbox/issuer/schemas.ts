import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Schema = object | boolean

/** One file of `schemas/`: an official call as Reap documents it. `answer` null: the body is empty. */
export type CallSchema = {
  readonly call: string
  readonly version: string
  readonly query: Schema
  readonly request: Schema | null
  readonly status: number
  readonly answer: Schema | null
  /** Codes of the call's own refusals, by status. */
  readonly errors: Readonly<Record<string, readonly string[]>>
}

export type WebhookSchema = {
  readonly eventType: string
  readonly eventNames: readonly string[]
  readonly data: Schema
}

const folder = join(import.meta.dirname, 'schemas')
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'shared.json')

const noQuery = { type: 'object', properties: {}, additionalProperties: false }

export const callSchemas: readonly CallSchema[] = files
  .filter((name) => !name.startsWith('webhook-'))
  .map((name) => ({
    version: 'v2.0',
    query: noQuery,
    request: null,
    ...(read(name) as Omit<CallSchema, 'version' | 'query' | 'request'>),
  }))

export const webhookSchemas: readonly WebhookSchema[] = files
  .filter((name) => name.startsWith('webhook-'))
  .map((name) => read(name) as WebhookSchema)

const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const isInstant = (text: string) => /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text))

const ajv = new Ajv2020({
  allErrors: true,
  strictTypes: false,
  strictRequired: false,
  formats: {
    uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    date: (text: string) => day.test(text) && !Number.isNaN(Date.parse(text)),
    'date-time': isInstant,
    uri: (text: string) => URL.canParse(text),
    email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  },
})
ajv.addSchema(read('shared.json') as object, 'shared.json')

const compiled = new Map<Schema, ValidateFunction>()

const checkOf = (schema: Schema): ValidateFunction => {
  const known = compiled.get(schema)
  if (known) return known
  const fresh = ajv.compile(schema)
  compiled.set(schema, fresh)
  return fresh
}

export type SchemaProblem = {
  /** Name of the wrong field, with dots; empty for the whole value. */
  readonly field: string
  readonly message: string
}

/** The parts of a value that violate a schema. */
export const schemaProblems = (schema: Schema, value: unknown): readonly SchemaProblem[] => {
  const check = checkOf(schema)
  if (check(value)) return []
  return (check.errors ?? []).map(({ instancePath, message, params }) => {
    const extra = params as { additionalProperty?: string; missingProperty?: string }
    const name = extra.additionalProperty ?? extra.missingProperty
    const path = instancePath.split('/').slice(1)
    const field = [...path, ...(name === undefined ? [] : [name])].join('.')
    return { field, message: `${field === '' ? 'the body' : field} ${message ?? 'is wrong'}` }
  })
}
