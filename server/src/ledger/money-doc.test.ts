import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chart } from './chart.ts'
import { keyFits, kinds } from './kinds.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/money.md'), 'utf8')

/** Rows of every table of the page whose header starts with these columns, as records by column. */
const tables = (...columns: string[]): Record<string, string>[] => {
  const found: Record<string, string>[] = []
  let header: string[] | null = null
  for (const line of page.split('\n')) {
    const cells = line.startsWith('|')
      ? line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim().replaceAll('`', ''))
      : null
    if (!cells) header = null
    else if (!header) header = cells
    else if (!cells[0]?.startsWith('---') && columns.every((name, index) => header?.[index] === name)) {
      found.push(Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])))
    }
  }
  return found
}

test('the page and the chart name the same accounts', () => {
  const written = tables('code', 'currency').map(({ 'what stands there': _meaning, ...row }) => row)
  const coded = chart.map((account) => ({
    code: account.code,
    currency: account.currency,
    class: account.class,
    side: account.side,
    owner: account.owners.join(', '),
    floor: account.floor === null ? 'none' : String(account.floor),
    'by ref': account.hasRefs ? 'yes' : 'no',
    days: String(account.ageDays),
  }))
  expect(written).toEqual(coded)
})

test('the page and the catalogue name the same kinds that are reversed as a whole', () => {
  const written = /Reversed\s+as\s+a\s+whole\s+are\s([^:]+):/.exec(page)?.[1] ?? ''
  const coded = kinds.filter((each) => each.reversible).map(({ kind }) => kind)
  expect([...written.matchAll(/`([\w.]+)`/g)].map(([, kind]) => kind)).toEqual(coded)
})

test('the page and the catalogue name the same kinds', () => {
  const written = tables('kind', 'key').map(({ legs, when, ...row }) => {
    expect(legs).toBeTruthy()
    expect(when).toBeTruthy()
    return row
  })
  const coded = kinds.map(({ kind, key, outside, module, later }) => ({
    kind,
    key,
    F: outside ? 'F' : '',
    module,
    built: later ? 'later' : 'yes',
  }))
  expect(written.toSorted((a, b) => (a['kind']! < b['kind']! ? -1 : 1))).toEqual(
    coded.toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
  )
})

test('every account that the legs name is in the chart', () => {
  const codes = new Set(chart.map(({ code }) => code))
  const families =
    /\b(crypto|fx|bank|issuer|card|load|fee|order|income|expense|equity|payout|deposit)\.[a-z_]+\b/g
  const named = tables('kind', 'key').flatMap(({ legs = '' }) =>
    [...legs.matchAll(families)].map(([name]) => name),
  )
  const kindNames = new Set(kinds.map(({ kind }) => kind))
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((name) => !codes.has(name) && !kindNames.has(name))).toEqual([])
})

test('keys have the form of their kind', () => {
  expect(keyFits('load.accepted', 'load:L1:accepted:1')).toBe(true)
  expect(keyFits('load.accepted', 'load:L1:accepted:1:reversed')).toBe(true)
  expect(keyFits('issuer.transfer_started', 'wload:W1:started:2')).toBe(true)
  expect(keyFits('load.accepted', 'load:L1:credited:1')).toBe(false)
  expect(keyFits('load.accepted', ' load:L1:accepted:1')).toBe(false)
  expect(keyFits('nothing.known', 'load:L1:credited:1')).toBe(false)
})
