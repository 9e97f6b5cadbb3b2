import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createLog } from '../../server/src/kernel/log.ts'
import { createProduct, type Product } from '../../server/src/product.ts'
import type { SignedIn } from '../kill/callers.ts'
import { openKillBench, type KillBench } from '../kill/kill-bench.ts'
import { sessionCookie } from '../simulation/people.ts'
import { createSeeded } from '../simulation/seeded.ts'
import { copyTemplate } from '../simulation/simulation-database.ts'

/** `KEYS=1000` makes it longer. */
const keys = Number(process.env['KEYS'] ?? 4)
const callersOfEach = 50

let bench: KillBench
let drop: () => Promise<void>
let people: SignedIn[]
let copies: Product[]

beforeAll(async () => {
  const database = await copyTemplate(inject('ownerUrl'), `one_effect_${process.pid}`)
  drop = database.drop
  bench = await openKillBench(database, createSeeded(3))
  people = await bench.prepare(3)
  const first = await bench.openHere(0)
  const { config } = first.kernel
  const second = await createProduct({ config, log: createLog(config.LOG_LEVEL), webDir: null })
  await second.ready()
  copies = [first, second]
}, 600_000)
afterAll(async () => {
  for (const copy of copies) await copy.stop()
  await bench.stop()
  await drop()
})

type CallAnswer = { readonly status: number; readonly text: string; readonly isReplayed: boolean }

/** Calls one copy of the server until it no longer answers that the same call is under way. */
const callUntilAnswered = async (of: {
  copy: Product
  person: SignedIn
  key: string
}): Promise<CallAnswer> => {
  const { copy, person, key } = of
  for (;;) {
    const answer = await copy.kernel.app.inject({
      method: 'POST',
      url: '/api/loads',
      headers: {
        host: 'localhost:4000',
        authorization: `Bearer ${person.token}`,
        cookie: `${sessionCookie}=${person.cookie}`,
        'idempotency-key': key,
      },
      payload: {
        cardId: person.cardId,
        amount: '10.00',
        asset: 'USDC',
        network: 'ethereum',
        speed: 'regular',
      },
    })
    const isReplayed = answer.headers['idempotent-replayed'] === 'true'
    const told = { status: answer.statusCode, text: answer.body, isReplayed }
    if (!answer.body.includes('idempotency_in_flight')) return told
    await pause(20)
  }
}

const countOf = async (text: string): Promise<number> => {
  const [first] = copies
  const row = await first?.kernel.db.read(allTenants, (sql) => sql.one<{ count: bigint }>(text))
  return Number(row?.count)
}

test(`${keys} keys, each by ${callersOfEach} callers at once at two copies of the server: ${keys} effects`, async () => {
  for (let key = 0; key < keys; key += 1) {
    const person = people[key % people.length]
    if (!person) throw new Error('There is no caller')
    const calls = Array.from({ length: callersOfEach }, (_, index) => {
      const copy = copies[index % copies.length]
      if (!copy) throw new Error('There is no copy of the server')
      return callUntilAnswered({ copy, person, key: `one-effect-${key}` })
    })
    const answers = await Promise.all(calls)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1)
  }
  expect(await countOf('select count(*) from load')).toBe(keys)
  expect(await countOf(`select count(*) from event where type = 'load.quoted'`)).toBe(keys)
  expect(await countOf(`select count(*) from audit where action = 'POST /loads' and outcome = 'done'`)).toBe(
    keys,
  )
  expect(await countOf('select count(*) from idempotency')).toBe(keys)
}, 3_600_000)
