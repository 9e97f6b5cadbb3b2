import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { StepUpRequest } from '@cardamom/contract/access/step-up'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantOperation, storePasskey } from '../../tests/support/step-up-kit.ts'
import { allTenants } from './kernel/database.ts'
import { startLoadBench, type LoadBench, type LoadBody } from './loads/load-bench.test-kit.ts'

/** The operator's commands for loads, typed as in docs/operations.md. */
let bench: LoadBench
beforeAll(async () => {
  bench = await startLoadBench()
}, 120_000)
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
})

const minuteMs = 60_000
const passwords = { right: 'own secret\n', wrong: 'not this one\n' }
const notAllowed = 'This is not an administrator who may decide, or the password is wrong'

/** Runs a command while the product runs, with the input that the person types. */
const run = (args: string, typed = ''): Promise<{ status: number | null; said: string }> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'operate.ts'), ...args.split(' ')], {
      env: { ...process.env, DATABASE_APP_URL: bench.product.kernel.config.DATABASE_APP_URL },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.stdin.on('error', () => undefined)
    child.stdin.end(typed)
    child.once('close', (status) => done({ status, said: said.trim() }))
  })
const makeAdmin = async (email: string) => {
  await bench.product.person(email)
  await bench.product.kernel.db.write(allTenants, (sql) =>
    sql.run('update app_user set role_id = 1 where email = $1', [email]),
  )
}
const refOf = async ({ id }: LoadBody) =>
  (await bench.product.rows<{ ref: string }>('select ref from load where id = $1', [id]))[0]?.ref ?? ''

/** A credit does not arrive, and the issuer's history does not answer, until people have to decide. */
const undecided = async () => {
  const person = await bench.person()
  const { control } = bench.product.issuer
  await control('/faults', { kind: 'drop_before', method: 'PUT', path: '/credit$', remaining: 1 })
  const load = await bench.quote(person, { speed: 'immediate', amount: '100' })
  await bench.pay(load)
  await bench.finalise()
  await control('/faults', { kind: 'status', value: 503, path: '/balance-history' })
  await bench.live(126 * minuteMs)
  const { url, controlToken } = bench.product.issuer
  const headers = { authorization: `Bearer ${controlToken}` }
  await fetch(`${url}/_control/faults`, { method: 'DELETE', headers })
  return { person, load, ref: await refOf(load) }
}
const recorded = async (action: string) => {
  const rows = 'select details from audit where action = $1'
  return (await bench.product.rows<{ details: object }>(rows, [action])).map(({ details }) => details)
}
const settle = async () => {
  await bench.settle()
  await bench.live(2000)
}

test('a credit in review is listed, decided by two administrators, and a proposal can be withdrawn', async () => {
  await makeAdmin('ana@cards.example')
  await makeAdmin('luis@cards.example')
  const { person, load, ref } = await undecided()
  const listed = await run('credit-reviews')
  expect(listed.said).toMatch(new RegExp(`^${ref}  95.00  crediting  undecided  since 20`))
  expect(listed.said).toContain(`card at the issuer: ${person.card.issuerCardId}`)
  expect(listed.said).toMatch(/^1 credits wait for two people$/m)

  const decide = `decide-credit ${ref} return ana@cards.example`
  expect(await run(decide, passwords.wrong)).toEqual({ status: 1, said: notAllowed })
  const [holder] = await bench.product.rows<{ email: string }>('select email from app_user where id = $1', [
    person.userId,
  ])
  const byHolder = await run(`decide-credit ${ref} return ${holder?.email}`, passwords.right)
  expect(byHolder).toEqual({ status: 1, said: notAllowed })
  for (const args of [`decide-credit ${ref} bind ana@cards.example`, `decide-credit ${ref} give a@b.example`])
    expect(await run(args, passwords.right)).toMatchObject({ status: 2 })
  const proposed = { status: 0, said: 'Proposed: return. Another administrator has to confirm it' }
  expect(await run(decide, passwords.right)).toEqual(proposed)
  expect(await run(decide, passwords.right)).toMatchObject({ status: 1 })
  expect((await run('credit-reviews')).said).toContain('proposed: return')
  expect(await run(`confirm-credit ${ref} ana@cards.example`, passwords.right)).toMatchObject({ status: 1 })
  expect(await run(`withdraw-credit ${ref}`)).toEqual({ status: 0, said: 'Withdrawn' })
  expect(await run(`withdraw-credit ${ref}`)).toMatchObject({ status: 1 })
  expect(await run(`confirm-credit ${ref} luis@cards.example`, passwords.right)).toMatchObject({ status: 1 })

  expect(await run(decide, passwords.right)).toEqual(proposed)
  expect(await run(`confirm-credit ${ref} luis@cards.example`, passwords.right)).toEqual({
    status: 0,
    said: 'Confirmed. The server carries it out within moments',
  })
  await settle()
  expect(await bench.stateOf(load)).toEqual({ status: 'credit_failed', creditReview: false })
  expect((await run('credit-reviews')).said).toBe('0 credits wait for two people')
  const actions = await bench.product.rows<{ action: string }>(
    `select action from audit where action like 'load.credit_decision%' order by id`,
  )
  expect(actions.map(({ action }) => action.replace('load.credit_decision_', ''))).toEqual([
    'proposed',
    'withdrawn',
    'proposed',
    'confirmed',
  ])
})

test('a load whose credit failed is listed, and credited after a retry', async () => {
  const [load] = await bench.product.rows<LoadBody & { ref: string }>(
    `select id, ref from load where status = 'credit_failed'`,
  )
  if (!load) throw new Error('no load failed')
  const listed = await run('failed-loads')
  expect(listed.said).toMatch(new RegExp(`^${load.ref}  \\d tries`))
  expect(listed.said).toMatch(/^1 loads wait for a person$/m)
  expect(await run(`retry ${load.ref}`)).toEqual({ status: 0, said: `${load.ref} is tried again` })
  await settle()
  expect(await bench.stateOf(load)).toMatchObject({ status: 'credited' })
  expect((await run('failed-loads')).said).toBe('0 loads wait for a person')
  expect(await recorded('load.credit_retried')).toEqual([{ ref: load.ref }])
})

test('a requested refund is listed with its address until it is paid', async () => {
  const person = await bench.person()
  const whose = { userId: person.userId, companyId: person.card.companyId }
  await storePasskey(bench.product.kernel, whose)
  const load = await bench.quote(person)
  await bench.pass(33 * minuteMs)
  await bench.pay(load)
  await bench.finalise()
  const ref = await refOf(load)
  const body = { address: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB' }
  const path = `/loads/${load.id}/refund`
  const key = (name: string) => ({ 'idempotency-key': `operate-${name}` })
  const request = await person.browser.post<StepUpRequest>(path, body, { headers: key('asked') })
  const grant = await grantOperation(bench.product.kernel, whose, request.body.data)
  const requested = await person.browser.post(path, body, { headers: { ...key('done'), 'step-up': grant } })
  expect(requested.status).toBe(200)

  const listed = (await run('refunds')).said
  expect(listed).toContain(`${ref}  200.000000 USDC on ethereum to ${body.address}, requested 20`)
  expect(listed).toMatch(/^1 refunds are not paid yet$/m)
  expect(listed).toContain(', not approved')
  expect(await bench.queue(load)).toBe(true)
  expect((await run('refunds')).said).toContain(', approved')
  expect((await person.browser.send('DELETE', path)).status).toBe(404)
})
