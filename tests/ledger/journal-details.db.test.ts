import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import type { JournalDetail, PlanOutcome } from '../../server/src/kernel/plan.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { listDetailedJournals } from '../../server/src/ledger/reports.ts'
import { capitalContributed } from '../../server/src/treasury/treasury-postings.ts'

/** Who decided on a journal, why, and further facts. */
let ledger: TestLedger
beforeAll(async () => {
  ledger = await createTestLedger()
})
afterAll(() => ledger.end())

const contribute = (detail?: JournalDetail, id = ledger.ids.next()) =>
  ledger.post(
    capitalContributed({
      id,
      amountCents: 5n,
      effectiveAt: ledger.clock.now(),
      ...(detail ? { detail } : {}),
    }),
  )
const idOf = (outcome: PlanOutcome) => (outcome.outcome === 'posted' ? outcome.journalIds[0] : undefined)
const list = (by: Partial<Parameters<typeof listDetailedJournals>[1]>) =>
  ledger.db.read(allTenants, (sql) => listDetailedJournals(sql, { limit: 10, ...by }))

test('journals are found by who decided and by facts, newest first, in pages', async () => {
  const actor = ledger.ids.next()
  const metadata = { ticket: `T-${actor}`, proposedBy: 'ana' }
  const posted = [
    await contribute({ actor, reason: 'Start' }),
    await contribute({ actor, metadata }),
    await contribute({ actor: 'ledger.accrual', metadata }),
    await contribute(),
  ]
  const [first, second, third] = posted.map(idOf)
  expect((await list({ actor })).map(({ id }) => id)).toEqual([second, first])
  expect(await list({ actor, limit: 1, before: second! })).toMatchObject([
    { id: first, kind: 'capital.contributed', actor, reason: 'Start', metadata: null },
  ])
  const facts = { ticket: metadata.ticket }
  expect((await list({ metadata: facts })).map(({ id }) => id)).toEqual([third, second])
  expect((await list({ actor, metadata: facts })).map(({ id }) => id)).toEqual([second])
  expect(await list({ metadata: { ticket: 'other' } })).toEqual([])
})

test('texts are stored as they were: quotes, line feeds, emoji', async () => {
  const actor = ledger.ids.next()
  const reason = `'; -- "\\" \n\t 🪙 ünï`
  await contribute({ actor, reason, metadata: { 'a "name"': reason } })
  expect(await list({ actor })).toMatchObject([{ reason, metadata: { 'a "name"': reason } }])
})

test('the signed text of a detail escapes what money §9 says, and nothing else', async () => {
  const all = String.fromCodePoint(...Array.from({ length: 0x2fff }, (_, code) => code + 1)) + '🦊'
  const actor = ledger.ids.next()
  for (let start = 0; start < all.length; start += 1500) {
    const reason = all.slice(start, start + 1500)
    const id = idOf(await contribute({ actor, reason, metadata: { text: reason.slice(0, 99) } })) ?? ''
    const { rows } = await ledger.owner.query<{ text: string }>(
      `select text from opened_parts($1, decode(repeat('00', 16), 'hex')) where text like 'detail %'`,
      [id],
    )
    const metadata = `{"text": ${JSON.stringify(reason.slice(0, 99))}}`
    const values = `${JSON.stringify(actor)}, ${JSON.stringify(reason)}, ${metadata}`
    expect(rows).toEqual([{ text: `detail ${id} [${values}]` }])
  }
})

test('a refused journal leaves no detail, and a replay keeps the first one', async () => {
  const [actor, id] = [ledger.ids.next(), ledger.ids.next()]
  await contribute({ actor, reason: 'first' }, id)
  const again = await contribute({ actor, reason: 'second' }, id)
  expect(again.outcome).toBe('replayed')
  expect((await list({ actor })).map(({ reason }) => reason)).toEqual(['first'])

  const stranger = ledger.ids.next()
  const guards = [{ account: { code: 'equity.capital' }, seq: 0n }]
  const journal = capitalContributed({
    id: stranger,
    amountCents: 5n,
    effectiveAt: ledger.clock.now(),
    detail: { actor: stranger },
  })
  expect(await ledger.apply({ journals: [journal], guards })).toMatchObject({ outcome: 'guard_failed' })
  expect(await list({ actor: stranger })).toEqual([])
})

test('a detail that says nothing or too much fails its own plan only', async () => {
  const actor = ledger.ids.next()
  const outcomes = await Promise.allSettled([
    contribute({}),
    contribute({ metadata: {} }),
    contribute({ reason: '' }),
    contribute({ reason: 'x'.repeat(2001) }),
    contribute({ metadata: { long: 'x'.repeat(8001) } }),
    contribute({ actor }),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual([...Array<string>(5).fill('rejected'), 'fulfilled'])
  expect(await list({ actor })).toHaveLength(1)
})

const facts = fc.dictionary(
  fc.constantFrom('ticket', 'proposedBy', 'a b'),
  fc.constantFrom('1', '2', "';--", '"', '🪙'),
  { minKeys: 1, maxKeys: 3, noNullPrototype: true },
)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const actors = ['ana', 'luis', 'ledger.accrual']
const anyDetail = fc
  .record({
    actor: maybe(fc.constantFrom(...actors)),
    reason: maybe(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })),
    metadata: maybe(facts),
  })
  .filter(({ actor, reason, metadata }) => (actor ?? reason ?? metadata) !== undefined)
const anyQuery = fc.record({
  actor: maybe(fc.constantFrom(...actors)),
  metadata: maybe(facts),
  limit: fc.integer({ min: 1, max: 5 }),
})
const withoutMissing = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

test('any journals are found by any actor and facts, page by page, with what was said of them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(maybe(anyDetail), { minLength: 1, maxLength: 12 }),
      fc.array(anyQuery, { minLength: 1, maxLength: 4 }),
      async (details, queries) => {
        // The actors and the tickets of a run are its own.
        const run = ledger.ids.next()
        const own = <T extends { actor?: string | undefined; metadata?: object | undefined }>(of: T) => ({
          ...of,
          ...(of.actor === undefined ? {} : { actor: `${of.actor} ${run}` }),
          ...(of.metadata === undefined ? {} : { metadata: { ...of.metadata, run } }),
        })
        const outcomes = await Promise.all(
          details.map((detail) => contribute(detail && (withoutMissing(own(detail)) as JournalDetail))),
        )
        const said = details
          .map((detail, index) => ({ id: idOf(outcomes[index]!)!, ...(detail && own(detail)) }))
          .filter((_, index) => details[index])
          .toSorted((left, right) => (left.id < right.id ? 1 : -1))
        for (const query of queries.map(own)) {
          if (query.actor === undefined && query.metadata === undefined) continue
          const wanted = said.filter(
            ({ actor, metadata }) =>
              (query.actor === undefined || actor === query.actor) &&
              Object.entries(query.metadata ?? {}).every(([name, value]) => Object(metadata)[name] === value),
          )
          const found: Awaited<ReturnType<typeof list>>[number][] = []
          for (let page = await list(withoutMissing(query)); page.length > 0;) {
            expect(page.length).toBeLessThanOrEqual(query.limit)
            found.push(...page)
            page = await list({ ...withoutMissing(query), before: page.at(-1)!.id })
          }
          expect(found.map(({ id, actor, reason, metadata }) => ({ id, actor, reason, metadata }))).toEqual(
            wanted.map(({ id, actor = null, reason = null, metadata = null }) => ({
              id,
              actor,
              reason,
              metadata,
            })),
          )
        }
      },
    ),
    { numRuns: 40 },
  )
})
