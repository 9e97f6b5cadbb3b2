import { listEndpoint } from '@cardamom/contract/list'
import { Cents } from '@cardamom/contract/money'
import { Id, Instant } from '@cardamom/contract/wire'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fullColumns } from './list-column.tsx'

const list = listEndpoint({
  path: '/things',
  summary: 'Things',
  who: 'signed-in',
  row: z.object({
    id: Id,
    name: z.string(),
    email: z.email(),
    total: Cents,
    count: z.number().int(),
    status: z.enum(['new', 'old']).nullable(),
    isHeld: z.boolean(),
    changedAt: Instant.nullable(),
    owner: z.object({ id: Id }),
  }),
  sorts: ['-changedAt', 'changedAt', 'name'],
})

test('the kinds of a row’s fields follow from its schema', () => {
  expect(list.fieldKinds).toEqual({
    id: 'text',
    name: 'text',
    email: 'text',
    total: 'money',
    count: 'number',
    status: 'choice',
    isHeld: 'yesNo',
    changedAt: 'time',
  })
})

test('a column has the label of its field, and its order where the list has one', () => {
  const columns = fullColumns(
    list,
    [
      { name: 'name', onPhone: 'title' },
      { name: 'total' },
      { name: 'changedAt' },
      { name: 'age', cell: () => 'old', sort: 'changedAt' },
      { name: 'size', cell: () => 'large', sort: 'size', align: 'end' },
    ],
    (key) => key,
  )
  expect(columns.map(({ name, label, sort, align, onPhone }) => [name, label, sort, align, onPhone])).toEqual(
    [
      ['name', 'fields.name', 'name', undefined, 'title'],
      ['total', 'fields.total', undefined, 'end', undefined],
      ['changedAt', 'fields.changedAt', 'changedAt', 'end', undefined],
      ['age', 'fields.age', 'changedAt', undefined, undefined],
      ['size', 'fields.size', undefined, 'end', undefined],
    ],
  )
})
