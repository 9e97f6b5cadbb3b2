import { listEndpoint } from '@cardamom/contract/list'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fullSource, type ListSource } from './list-source.ts'
import type { Queries } from './queries.ts'

const declared = listEndpoint({
  path: '/things',
  summary: 'Things',
  who: 'signed-in',
  row: z.object({ id: z.string() }),
  sorts: ['-changedAt', 'changedAt'],
  filters: { status: z.enum(['new', 'old']).optional(), waits: z.stringbool().optional() },
  days: 'changedAt',
})
const from = (sql: Queries) => sql.selectFrom('kycCase').select('id')
const items = (rows: readonly { id: string }[]) => [...rows]
const rest = { table: 'kycCase', scope: 'companies', from, items } as const
type ThingSource = ListSource<typeof declared, { id: string }, 'kycCase'>

test('what has the name of a column of the table is that column', async () => {
  const source: ThingSource = { ...rest, filters: { waits: 'kycCase.kycHold' } }
  const full = fullSource(declared, source)
  expect(full).toMatchObject({
    id: 'kycCase.id',
    scope: { companies: 'kycCase.companyId' },
    sorts: { changedAt: 'kycCase.changedAt' },
    filters: { status: 'kycCase.status', waits: 'kycCase.kycHold' },
    days: 'kycCase.changedAt',
  })
  expect(await full.timeZone({} as never)).toBe('UTC')
})

test('what is named wins', () => {
  const named = { scope: { owner: 'kycCase.userId' }, id: 'kycCase.ref', days: 'kycCase.madeAt' } as const
  const source: ThingSource = {
    ...rest,
    ...named,
    filters: { waits: 'kycCase.kycHold', status: 'kycSession.status' },
    sorts: { changedAt: 'kycCase.id' },
    timeZone: () => Promise.resolve('America/Lima'),
  }
  expect(fullSource(declared, source)).toMatchObject({
    ...named,
    sorts: source.sorts,
    filters: source.filters,
  })
})

test('a filter or an order that is no column must be named', () => {
  // @ts-expect-error -- `waits` is no column of the table
  const noFilter: ThingSource = rest
  type Order = ListSource<typeof declared, { id: string }, 'kycSession'>
  // @ts-expect-error -- the table has no `changedAt`
  const noOrder: Order = { ...rest, table: 'kycSession', filters: { waits: 'kycSession.status' } }
  expect([noFilter, noOrder]).toHaveLength(2)
})
