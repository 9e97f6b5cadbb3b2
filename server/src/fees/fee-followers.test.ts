import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyChain, anyGrossCents } from './fee-arbitraries.test-kit.ts'
import type { Level } from './fee-chain.ts'
import { followersOf, inForceAt, ratesInRoom, roomIn, type Path, type Version } from './fee-followers.ts'
import { splitOf, type LevelRates } from './fee-split.ts'
import { sumOf } from './fee-view.ts'

const norte = ['norte']
const lima = ['norte', 'lima']
const code = ['norte', 'lima', 'code']
const day = (of: number) => new Date(Date.UTC(2026, 0, of))
const transfer: LevelRates = [2000n, 2000n, 2000n, 2000n, 2000n]
const usual: LevelRates = [10_000n, 5_000n, 7_500n, 5_000n, 2_500n]

const versionOf = (
  of: Pick<Version, 'id' | 'companyId'> & {
    from: Date
    level?: Level
    baseId?: string
    regular?: LevelRates
    version?: number
  },
): Version => {
  const { id, companyId, from, level = 0, baseId = null, regular = usual, version = 1 } = of
  const way = level === 0 ? 'operator' : 'company'
  return { id, companyId, version, validFrom: from, way, level, baseId, regular, immediate: usual, transfer }
}
const platform = versionOf({ id: 'p1', companyId: null, from: day(1) })
/** Lima, a company of level 2, has divided its 1.50 % into 1.00, 0.25 and 0.25. */
const ofLima = versionOf({
  id: 'l1',
  companyId: 'lima',
  from: day(2),
  level: 2,
  baseId: 'p1',
  regular: [10_000n, 5_000n, 10_000n, 2_500n, 2_500n],
})

let ids = 0
const follow = (versions: readonly Version[], from: Date, paths: readonly Path[] = [norte, lima, code]) =>
  followersOf({
    versions,
    companies: paths.map((path) => ({ companyId: path.at(-1) ?? '', path })),
    from,
    nextVersion: (companyId) =>
      1 +
      Math.max(0, ...versions.filter((each) => each.companyId === companyId).map(({ version }) => version)),
    newId: () => {
      ids += 1
      return `f${ids}`
    },
  })

test('the nearest company with a version counts, and its newest one that has begun', () => {
  const ofNorte = versionOf({ id: 'n1', companyId: 'norte', from: day(3) })
  const next = versionOf({ id: 'n2', companyId: 'norte', from: day(9), version: 2 })
  const all = [platform, ofNorte, next]
  expect(inForceAt(all, { path: lima, at: day(2) })?.id).toBe('p1')
  expect(inForceAt(all, { path: lima, at: day(3) })?.id).toBe('n1')
  expect(inForceAt(all, { path: lima, at: day(9) })?.id).toBe('n2')
  expect(inForceAt(all, { path: ['sur'], at: day(9) })?.id).toBe('p1')
  expect(inForceAt([...all, ofLima], { path: lima, at: day(9), below: 2 })?.id).toBe('n2')
})

test('a level divides its room as it likes, to the last hundredth of a basis point and not beyond', () => {
  expect(roomIn(platform, 2)).toEqual({ regular: 15_000n, immediate: 15_000n })
  const own = { regular: [15_000n, 0n, 0n], immediate: [0n, 0n, 0n] }
  const set = ratesInRoom(platform, { level: 2, ...own })
  expect(set).toMatchObject({ value: { regular: [10_000n, 5_000n, 15_000n, 0n, 0n], transfer } })
  expect(ratesInRoom(platform, { level: 2, ...own, regular: [15_000n, 0n, 1n] })).toMatchObject({
    code: 'fee_room_exceeded',
    data: { speed: 'regular', room: '1.50', wanted: '1.5001' },
  })
})

test('a version that a company made follows a change above, from the same instant', () => {
  const change = versionOf({
    id: 'p2',
    companyId: null,
    from: day(5),
    version: 2,
    regular: [9_000n, 6_000n, 8_000n, 5_000n, 2_500n],
  })
  expect(follow([platform, ofLima, change], day(5))).toEqual([
    {
      ...ofLima,
      id: expect.any(String),
      version: 2,
      validFrom: day(5),
      way: 'followed',
      baseId: 'p2',
      regular: [9_000n, 6_000n, 10_000n, 2_500n, 2_500n],
    },
  ])
})

test('a part without room ends: the company then has the rates of the version above, also after the next change', () => {
  const less = versionOf({
    id: 'p2',
    companyId: null,
    from: day(5),
    version: 2,
    regular: [9_000n, 6_000n, 8_000n, 5_000n, 1_999n],
  })
  const ended = follow([platform, ofLima, less], day(5))
  expect(ended).toMatchObject([{ companyId: 'lima', way: 'ended', baseId: 'p2', regular: less.regular }])
  const more = versionOf({ id: 'p3', companyId: null, from: day(8), version: 3 })
  expect(follow([platform, ofLima, less, ...ended, more], day(8))).toMatchObject([
    { companyId: 'lima', way: 'ended', baseId: 'p3', regular: usual },
  ])
})

test('a planned version follows too, at its own start; each level follows the one above it', () => {
  const planned = versionOf({
    id: 'l2',
    companyId: 'lima',
    from: day(20),
    level: 2,
    baseId: 'p1',
    version: 2,
    regular: [10_000n, 5_000n, 15_000n, 0n, 0n],
  })
  const ofCode = versionOf({
    id: 'c1',
    companyId: 'code',
    from: day(3),
    level: 3,
    baseId: 'l1',
    regular: [10_000n, 5_000n, 10_000n, 1_000n, 4_000n],
  })
  const change = versionOf({
    id: 'p2',
    companyId: null,
    from: day(5),
    version: 2,
    regular: [11_000n, 5_000n, 7_500n, 5_000n, 2_500n],
  })
  const made = follow([platform, ofLima, planned, ofCode, change], day(5))
  expect(made.map(({ companyId, validFrom, way, regular }) => [companyId, validFrom, way, regular])).toEqual([
    ['lima', day(5), 'followed', [11_000n, 5_000n, 10_000n, 2_500n, 2_500n]],
    ['lima', day(20), 'followed', [11_000n, 5_000n, 15_000n, 0n, 0n]],
    ['code', day(5), 'followed', [11_000n, 5_000n, 10_000n, 1_000n, 4_000n]],
    // From day 20 on Lima leaves it nothing.
    ['code', day(20), 'ended', [11_000n, 5_000n, 15_000n, 0n, 0n]],
  ])
})

test('a version that the operator made for a company stays, and those below it do not follow the platform', () => {
  const forNorte = versionOf({ id: 'n1', companyId: 'norte', from: day(2) })
  const below = { ...ofLima, baseId: 'n1' }
  const change = versionOf({
    id: 'p2',
    companyId: null,
    from: day(5),
    version: 2,
    regular: [1n, 1n, 1n, 1n, 1n],
  })
  expect(follow([platform, forNorte, below, change], day(5))).toEqual([])
})

const anyRate = fc.bigInt({ min: 0n, max: 190_000n })
const anyRates: fc.Arbitrary<LevelRates> = fc.tuple(anyRate, anyRate, anyRate, anyRate, anyRate)

test('whatever changes above: the levels above are those of the version above, a part never exceeds its room, and every fee is its shares', () => {
  fc.assert(
    fc.property(
      anyRates,
      anyRates,
      anyRates,
      anyGrossCents,
      anyChain,
      (first, own, second, grossCents, chain) => {
        const base = versionOf({ id: 'p1', companyId: null, from: day(1), regular: first })
        const wanted = own.slice(2)
        const set = ratesInRoom(base, { level: 2, regular: wanted, immediate: usual.slice(2) })
        expect(set.accepted).toBe(sumOf(wanted) <= sumOf(first.slice(2)))
        const made = set.accepted ? { ...ofLima, regular: set.value.regular } : { ...ofLima, regular: first }
        const change = versionOf({ id: 'p2', companyId: null, from: day(5), version: 2, regular: second })
        const [next] = follow([base, made, change], day(5))
        expect(next?.regular.slice(0, 2)).toEqual(second.slice(0, 2))
        expect(sumOf(next?.regular.slice(2) ?? [])).toBeLessThanOrEqual(sumOf(second.slice(2)))
        const split = splitOf({ grossCents, rates: next?.regular ?? second, chain })
        expect(split.operatorCents + sumOf(split.shares.map(({ amountCents }) => amountCents))).toBe(
          split.feeCents,
        )
      },
    ),
  )
})
