import { expect, test } from 'vitest'
import { readConfig } from '../kernel/config.ts'
import { productionSettings } from '../kernel/config.test-kit.ts'
import { CalledInTransaction, inTransaction } from '../kernel/open-transaction.ts'
import { createProviders } from './configured.ts'

/** Functions that call no outside service. */
const local = new Set([
  'rail.addressOf',
  'rail.transferData',
  'rail.decode',
  'issuer.verifyWebhook',
  'issuer.readNotice',
  'veriff.isAuthentic',
  'veriff.readNotice',
  'mail.close',
  'stepUp.readWebhook',
])

type Call = (...args: unknown[]) => Promise<unknown>
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Every function of these providers' ports, by its path. */
const callsOf = (providers: object, path = ''): [string, Call][] =>
  Object.entries(providers).flatMap(([name, value]: [string, unknown]) => {
    if (isObject(value)) return callsOf(value, `${path}${name}.`)
    return typeof value === 'function' ? [[`${path}${name}`, value as Call] as [string, Call]] : []
  })

/** Replaces any argument of a call. Each of its properties is the same object, and its text is a digit. */
const anything: unknown = new Proxy(() => anything, {
  get: (_target, name) => {
    if (name === Symbol.toPrimitive) return () => '1'
    return name === 'then' ? undefined : anything
  },
})

const refuse = (error: Error) => {
  throw error
}

test('every call of every provider throws inside a database transaction', async () => {
  const calls = callsOf(createProviders(readConfig(productionSettings)))
  const outside = calls.filter(([path]) => !local.has(path))
  expect(calls.length - outside.length).toBe(local.size)
  expect(outside.length).toBeGreaterThan(30)
  const called = outside.map(async ([path, call]) => {
    const inside = inTransaction(refuse, async () => call(anything, anything))
    return {
      path,
      error: await inside.then(
        () => null,
        (error: unknown) => error,
      ),
    }
  })
  const silent = (await Promise.all(called)).filter(({ error }) => !(error instanceof CalledInTransaction))
  expect(silent).toEqual([])
})
