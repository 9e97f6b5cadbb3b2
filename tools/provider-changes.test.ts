import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  changesIn,
  changesOfPorts,
  elsewhere,
  functionsOfPort,
  inPayouts,
  readsOfPorts,
} from './provider-changes.ts'
import type { Source } from './syntax-tree.ts'

const root = join(import.meta.dirname, '..')
const read = (pattern: string): Source[] =>
  globSync(pattern, { cwd: root })
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

const { moneyOrCard, payout, other } = changesOfPorts
const sources = read('server/src/**/*.ts').filter(({ path }) => !/\.(test|test-kit)\.ts$/.test(path))

test('every function of a port is known as a change or as a read', () => {
  const functions = read('server/src/providers/*/*port.ts').flatMap(({ text }) => functionsOfPort(text))
  expect(functions.length).toBeGreaterThan(35)
  const known = new Set<string>([...moneyOrCard, ...payout, ...other, ...readsOfPorts])
  expect(functions.filter((name) => !known.has(name))).toEqual([])
  expect([...known].filter((name) => !functions.includes(name))).toEqual([])
})

const planted = `
  const createSend = ({ issuer }: Deps) => async (call: Call) => issuer.setLimits(call)
  const twice = (issuer: IssuerPort) => issuer.setLimits({})
  const { adjustCredit } = needs.issuer
  const change = needs.issuer['setFrozen']
  await stepUp?.sendCode({})
  externalCall<Call>({ find, send: createSend(deps) })
`

test('a planted change is found, and only the send of an external call counts as sent', () => {
  expect(changesIn([{ path: 'server/src/cards/planted.ts', text: planted }])).toEqual([
    { at: 'cards/planted.ts: setLimits', isSent: true },
    { at: 'cards/planted.ts: setLimits', isSent: false },
    { at: 'cards/planted.ts: adjustCredit', isSent: false },
    { at: 'cards/planted.ts: setFrozen', isSent: false },
    { at: 'cards/planted.ts: sendCode', isSent: false },
  ])
})

test('changes of money or of a card are sent by external calls, payments by payouts, and the others where they are listed', () => {
  const found = changesIn(sources)
  expect(found.filter(({ isSent }) => isSent).map(({ at }) => at)).toEqual([
    'cards/card-call.jobs.ts: createCard',
    'cards/card-call.jobs.ts: setLimits',
    'cards/card-call.jobs.ts: setFrozen',
    'loads/load-credit.jobs.ts: adjustCredit',
  ])
  const isOf = (names: readonly string[], at: string) => names.some((name) => at.endsWith(`: ${name}`))
  const direct = found.filter(({ isSent }) => !isSent).map(({ at }) => at)
  expect(direct.filter((at) => isOf(payout, at))).toEqual(inPayouts)
  expect(direct.filter((at) => !isOf(payout, at))).toEqual(elsewhere)
  expect(elsewhere.filter((at) => isOf(moneyOrCard, at))).toEqual([])
})

test('the page of the providers says of each other change why a repeat or a lost answer does no harm', () => {
  const page = readFileSync(join(root, 'docs/providers.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)`[^|]*\| (.*) \|$/gm)].map(([, name = '']) => name)
  expect(rows.toSorted()).toEqual([...payout, ...other].toSorted())
})
