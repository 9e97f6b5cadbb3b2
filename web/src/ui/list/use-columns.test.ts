import { expect, it } from 'vitest'
import type { Column } from './list-column.tsx'
import { columnsText, fileColumns, shownColumns } from './use-columns.ts'

const column = (name: string, file = [name]): Column => ({
  name,
  file,
  label: name,
  cell: () => null,
  sort: undefined,
  align: undefined,
  isMoney: false,
})
const [person, status, chosen, kind] = [
  column('person', ['name', 'email']),
  column('status'),
  column('chosen', []),
  column('kind'),
] as const
const choice = { usual: [person, status, chosen], others: [kind] }

it('an address without names has the usual columns, and so has one with unknown names only', () => {
  expect(shownColumns(undefined, choice)).toEqual(choice.usual)
  expect(shownColumns('size,colour', choice)).toEqual(choice.usual)
  expect(columnsText(choice.usual, choice)).toBeUndefined()
})

it('an address shows the columns that it names in the order of the table, and always the first', () => {
  const shown = shownColumns('kind,size,status', choice)
  expect(shown).toEqual([person, status, kind])
  expect(columnsText(shown, choice)).toBe('person,status,kind')
})

it('the file has the columns that stand for the shown ones, and all its own without a choice', () => {
  expect(fileColumns({ text: 'person,chosen,kind', shown: [person, chosen, kind] })).toBe('name,email,kind')
  expect(fileColumns({ text: undefined, shown: choice.usual })).toBeUndefined()
})
