import { expect, test } from 'vitest'
import { watchTerms, type WatchedLoad } from './frozen-terms.ts'

const quoted: WatchedLoad = {
  id: 'load',
  terms: 'schedule 1',
  rates: ['10000', '5000', '0', '0', '0'],
  acceptance: 0,
  exception: null,
  gross: 200_00n,
  fee: 3_00n,
  net: 197_00n,
  earlier: 0n,
}
const accepted = { acceptance: 1 } as const

/** What the watch finds when a load changes step by step. */
const findings = async (...changes: Partial<WatchedLoad>[]): Promise<string[]> => {
  let now: WatchedLoad = quoted
  const check = watchTerms({ rows: async <R>() => [now] as R[] })
  const found = await check()
  for (const change of changes) {
    now = { ...now, ...change }
    found.push(...(await check()))
  }
  return found.map(({ detail }) => detail)
}

test('a load that is accepted as quoted breaks nothing', async () => {
  expect(await findings({}, accepted, {})).toEqual([])
})

test('a payment within the tolerance changes the amounts once, at the quoted fees', async () => {
  const less = { ...accepted, gross: 199_00n, fee: 2_99n, net: 196_01n }
  expect(await findings(less, {})).toEqual([])
  const more = { ...accepted, gross: 201_00n, fee: 3_02n, net: 197_98n }
  expect(await findings(more, {})).toEqual([])
})

test('amounts beyond the tolerance need an exception', async () => {
  const half = { ...accepted, gross: 100_00n, fee: 1_50n, net: 98_50n }
  expect(await findings(half)).toEqual([expect.stringContaining('beyond the tolerance')])
  expect(await findings({ ...half, exception: 'underpaid' })).toEqual([])
})

test('what is left of a load is accepted again with its parts of before', async () => {
  const rest = { acceptance: 2, gross: 120_00n, fee: 1_80n, net: 118_20n }
  expect(await findings(accepted, { ...rest, earlier: 80_00n })).toEqual([])
  expect(await findings(accepted, rest)).toEqual([expect.stringContaining('beyond the tolerance')])
})

test('every other change of a quote is found', async () => {
  const found = await Promise.all([
    findings({ terms: 'schedule 2' }),
    findings({ gross: 199_00n, fee: 2_99n, net: 196_01n }),
    findings(accepted, { gross: 199_00n, fee: 2_99n, net: 196_01n }),
    findings({ ...accepted, gross: 199_00n, fee: 1_99n, net: 197_01n }),
    findings({ ...accepted, gross: 199_00n, fee: 2_99n, net: 196_00n }),
  ])
  expect(found.map((each) => each.length)).toEqual([1, 1, 1, 1, 1])
})
