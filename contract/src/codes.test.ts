import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { messages as fieldsEn } from './messages/en/fields.ts'
import { messages as refusalsEn } from './messages/en/refusals.ts'
import { messages as fieldsEs } from './messages/es/fields.ts'
import { messages as refusalsEs } from './messages/es/refusals.ts'

const here = import.meta.dirname
const server = join(here, '../../server/src')
const isSource = (file: string) => file.endsWith('.ts') && !file.endsWith('.test.ts')

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'refusals' in value

/** Every call that the contract declares. */
const endpoints = async (): Promise<Endpoint[]> => {
  const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(isSource)
  const modules = await Promise.all(files.map((file) => import(join(here, file)) as Promise<object>))
  return modules.flatMap((module) => Object.values(module) as unknown[]).filter(isEndpoint)
}

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, code = '']) => code)

/** Codes that rules name themselves, in the contract or in answers of the server. */
const fieldCodesOf = (folder: string, pattern: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .flatMap((file) => found(readFileSync(join(folder, file), 'utf8'), pattern))

const without = (codes: Iterable<string>, texts: object) =>
  [...new Set(codes)].filter((code) => !Object.hasOwn(texts, code))

/** Refusals that every mounted call can answer, besides those that it declares. */
const refusalsOfEveryCall = (): string[] =>
  found(readFileSync(join(server, 'kernel/reply.ts'), 'utf8'), /^ {2}(\w+): \d{3},$/gm)

test('every refusal that a call can answer has a text in both languages', async () => {
  const calls = await endpoints()
  expect(calls.length).toBeGreaterThan(80)
  const codes = [...calls.flatMap(({ refusals }) => Object.keys(refusals)), ...refusalsOfEveryCall()]
  expect(codes).toEqual(expect.arrayContaining(['card_not_loadable', 'validation', 'storage_unavailable']))
  expect([without(codes, refusalsEn), without(codes, refusalsEs)]).toEqual([[], []])
})

test('every refusal that is declared or has a text is produced by the server', async () => {
  const declared = (await endpoints()).flatMap(({ refusals }) => Object.keys(refusals))
  const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => isSource(file) && !file.includes('.test-kit.'))
    .map((file) => readFileSync(join(server, file), 'utf8'))
    .join('\n')
  // A code is a text where it is answered, or a name in a table of refusals of every call.
  const named = new Set([...found(sources, /['"`](\w+)['"`]/g), ...found(sources, /^\s*(\w+): \d{3},$/gm)])
  const silent = [...new Set([...declared, ...Object.keys(refusalsEn)])].filter((code) => !named.has(code))
  expect(silent).toEqual([])
})

/** Patterns of the codes that schemas name, and of those that the server's own rules name. */
const inContract = [/\berror: '([a-z_]+)'/g, /\bmessage: '([a-z_]+)'/g, /\bempty: '([a-z_]+)'/g]
const inServer = [
  /\berrors: \{ ['\w-]+: \['([a-z_]+)'\] \}/g,
  /\bissues\['\w+'\] = \['([a-z_]+)'\]/g,
  /(?:return|[?:]) \{ \w+: \['([a-z_]+)'\] \}/g,
  /\[(?:field|name), \['([a-z_]+)'\]\]/g,
  /\brefused\('(address_\w+)'\)/g,
]

test('every code of a field has a text in both languages', () => {
  const codes = [
    ...inContract.flatMap((pattern) => fieldCodesOf(here, pattern)),
    ...inServer.flatMap((pattern) => fieldCodesOf(server, pattern)),
  ]
  const oneOfEachWay = [
    'tx_hash_invalid',
    'passwords_differ',
    'name_empty',
    'idempotency_key_missing',
    'must_be_adult',
    'password_common',
    'terms_changed',
    'unknown_field',
    'control_characters',
    'address_not_yours',
  ]
  expect(codes).toEqual(expect.arrayContaining(oneOfEachWay))
  expect([without(codes, fieldsEn), without(codes, fieldsEs)]).toEqual([[], []])
})
