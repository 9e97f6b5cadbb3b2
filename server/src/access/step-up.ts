import { createHash } from 'node:crypto'
import { stepUpOperations, type StepUpOperation } from '@cardamom/contract/access/step-up-operations'
import type { Queries } from '../kernel/queries.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Encryption } from '../kernel/encryption.ts'
import type { StepUpDescribers } from '../kernel/step-up-facts.ts'

/** `password`: for a person without a second factor, where a call accepts it. It is no second factor. */
export type StepUpLevel = 'S1' | 'S2' | 'S3' | 'password'

/** What is confirmed: a call with its object and its values. */
export type OperationToConfirm = {
  readonly action: string
  readonly params: unknown
  readonly input: unknown
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** The same text for equal values, whatever the order of their fields. */
const plain = (value: unknown): Json => {
  if (value === undefined || value === null) return null
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'object') {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined)
    return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => [k, plain(v)]))
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

/** What a grant is bound to besides the action: sha256 of the exact operation, in hex (api §5). */
export const objectHashOf = ({ action, params, input }: OperationToConfirm): string =>
  createHash('sha256')
    .update(JSON.stringify([action, plain(params), plain(input)]))
    .digest('hex')

const secretName = /password|confirmation|token|secret|code|pin/i
const bareId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const longestText = 200
const mostLines = 40

const linesOf = (value: Json, name: string): [string, string][] => {
  if (value === null || value === '') return []
  if (typeof value !== 'object') return [[name, String(value).slice(0, longestText)]]
  const fields = Array.isArray(value)
    ? value.map((each, index) => [String(index), each] as const)
    : Object.entries(value)
  return fields.flatMap(([key, field]) => linesOf(field as Json, name === '' ? key : `${name}.${key}`))
}

/** Reads the facts of an operation in the caller's data scope; null: it has no description of its own. */
export type DescribeOperation = (
  sql: Queries,
  call: OperationToConfirm & { readonly me: SessionPrincipal },
) => Promise<Record<string, string> | null>

/** The facts of an operation without its own description: by name, without secrets and bare ids. */
export const showOf = ({ params, input }: OperationToConfirm): Record<string, string> =>
  Object.fromEntries(
    [...linesOf(plain(params), ''), ...linesOf(plain(input), '')]
      .filter(([name, value]) => !secretName.test(name) && !bareId.test(value))
      .slice(0, mostLines),
  )

const isOperation = (action: string): action is StepUpOperation => action in stepUpOperations

/** Reads what a person is about to confirm: which card, which passkey, from which address to which. */
export const createDescribeOperation =
  (deps: { encryption: Encryption; describers: () => StepUpDescribers }): DescribeOperation =>
  async (sql, { me, action, params, input }) => {
    if (!isOperation(action)) return null
    const fields = (value: unknown) => (value ?? {}) as Readonly<Record<string, unknown>>
    const facts = await deps.describers()[action]({
      sql,
      encryption: deps.encryption,
      me,
      params: fields(params),
      input: fields(input),
    })
    return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== ''))
  }
