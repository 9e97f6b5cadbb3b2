import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpendingProduct, type SpendingProduct } from '../support/spending-product.ts'

/** The description of the API produces a client that compiles and works against the server. */
const root = join(import.meta.dirname, '../..')
const modules = join(root, 'node_modules')
const generator = join(import.meta.dirname, 'node_modules/openapi-typescript/bin/cli.js')

const run = async (program: string, args: readonly string[]) => {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [said, failed] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, said: `${said}${failed}` }
}
const compile = () => run(join(modules, 'typescript/bin/tsc'), ['-p', dir])

/** The result of the program's `createPerson`; the project's own types do not reach the program. */
type Client = {
  logIn: (login: string, password: string) => Promise<void>
  tokens: string[]
  cards: () => Promise<{ id: string; status: string }[]>
  loads: (limit: number) => Promise<{ items: unknown[]; nextCursor: string | null }>
  changeCity: (city: string) => Promise<string | null>
  csv: (from: string) => Promise<string>
  statement: () => Promise<{ size: number; type: string | null }>
  download: () => Promise<number>
  firstEvent: () => Promise<string>
  refusal: (id: string) => Promise<{ code: string; message: string } | undefined>
  reveal: (id: string) => Promise<string | null>
}

const config = {
  extends: join(import.meta.dirname, 'program/tsconfig.json'),
  compilerOptions: { typeRoots: [join(modules, '@types')] },
  include: ['*.ts'],
  exclude: [],
}

let product: SpendingProduct
let dir: string
let client: Client
let cardId: string
beforeAll(async () => {
  product = await createSpendingProduct()
  await product.settle()
  const { userId } = await product.person('lucia@example.com')
  await product.approve(userId)
  await product.settle()
  const card = await product.cardOf(userId)
  cardId = card.id
  await product.load(card, 50_000n)
  await product.settle()
  dir = mkdtempSync(join(tmpdir(), 'cardamom-client-'))
  symlinkSync(modules, join(dir, 'node_modules'))
  copyFileSync(join(import.meta.dirname, 'program/main.ts'), join(dir, 'main.ts'))
  writeFileSync(join(dir, 'package.json'), '{"type":"module"}')
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify(config))
})
afterAll(async () => {
  await product.stop()
  rmSync(dir, { recursive: true, force: true })
})

test('the types that are generated from the served description compile with a client program', async () => {
  const origin = `http://127.0.0.1:${product.port}`
  const served = join(dir, 'openapi.json')
  writeFileSync(served, await (await fetch(`${origin}/api/openapi.json`)).text())
  const generated = await run(generator, [served, '--output', join(dir, 'api-types.ts')])
  expect(generated.code, generated.said).toBe(0)
  expect(await compile()).toEqual({ code: 0, said: '' })
  const program = (await import(pathToFileURL(join(dir, 'main.ts')).href)) as {
    createPerson: (baseUrl: string) => Client
  }
  client = program.createPerson(origin)
})

test('a program that sends what the description lacks does not compile', async () => {
  const wrong = join(dir, 'wrong.ts')
  writeFileSync(
    wrong,
    `import createClient from 'openapi-fetch'
import type { paths } from './api-types.ts'
const client = createClient<paths>({})
export const answers = [
  client.POST('/api/sessions', { body: { login: 'lucia@example.com' } }),
  client.PATCH('/api/me', { body: { city: 'Lima' } }),
]
`,
  )
  const { code, said } = await compile()
  rmSync(wrong)
  expect(code).not.toBe(0)
  expect(said).toMatch(/wrong\.ts\(5,.*\n[^]*'password' is missing/)
  expect(said).toMatch(/wrong\.ts\(6,/)
})

test('the client signs in, reads cards and loads, and sends the next token of its session', async () => {
  await client.logIn('lucia@example.com', 'own secret')
  expect(await client.cards()).toEqual([{ id: cardId, status: 'activated' }])
  expect(await client.loads(5)).toMatchObject({ items: [], nextCursor: null })
  expect(client.tokens).toEqual([])
  // A token is replaced after ten minutes of use; the old one ends half a minute later.
  product.wait(11 * 60_000)
  await client.cards()
  expect(client.tokens).toHaveLength(1)
  product.wait(60_000)
  expect(await client.cards()).toHaveLength(1)
})

test('the client changes a record by its version, and reads refusals in its language', async () => {
  expect(await client.changeCity('Arequipa')).toBe('Arequipa')
  expect(await client.refusal('0191d6d8-8f0d-7a3c-8e3d-000000000000')).toEqual({
    code: 'record_not_found',
    message: 'Registro no encontrado',
  })
  expect(await client.reveal(cardId)).toBe('factor_required')
})

test('the client fetches files and reads the live stream', async () => {
  const csv = await client.csv('2026-01-01')
  expect(csv.trim().split('\r\n')).toHaveLength(2)
  expect(csv).toContain('500.00')
  const statement = await client.statement()
  expect(statement.type).toBe('application/pdf')
  expect(statement.size).toBeGreaterThan(1000)
  expect(await client.download()).toBe(200)
  expect(await client.firstEvent()).toMatch(/^(id|:|event|retry|data)/)
})
